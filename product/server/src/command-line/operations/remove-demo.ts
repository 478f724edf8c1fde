import type { ActContext } from '../../acts/act.ts'
import { demoIdPrefix, lockDemoAgents, removeDemoData } from '../../database/agents/demo-agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import type { Command } from '../define-command.ts'

export const removeDemoCommand: Command = {
  name: 'demo remove',
  summary: 'Takes the demo agents out of this database, with their orders, counts and messages.',
  description:
    'For a database that a demo was loaded into by mistake. Only what the audit trail says of them stays.',
  examples: ['', '--yes'],
  async run(_told, { audited, answer, confirm }) {
    await confirm('Remove the demo agents and all that is theirs?')
    const removed = await audited('demo.remove', remove)
    const text =
      removed.agents === 0
        ? 'There is no demo data in this database.'
        : `Removed: ${removed.agents} demo agents and ${removed.orders} orders.`
    await answer(text, removed)
  },
}

async function remove({ db, row }: ActContext): Promise<{ agents: number; orders: number }> {
  const agents = await lockDemoAgents(db)
  if (agents.length === 0) {
    row.subject = 'no demo data'
    row.unchanged = true
    return { agents: 0, orders: 0 }
  }
  // Agents with other ids are the bank's own, marked as demo agents by mistake. Removing them would delete real orders.
  const others = agents.filter(({ id }) => !id.startsWith(demoIdPrefix)).map(({ mobile }) => mobile)
  if (others.length > 0) {
    row.subject = `${others.length} demo agents that no demo has`
    throw new CommandRefused(
      `These are marked as demo agents, and no demo has them: ${others.join(', ')}. Nothing was removed.`,
    )
  }
  const orders = await removeDemoData(
    db,
    agents.map(({ id }) => id),
  )
  row.subject = `${agents.length} agents, ${orders} orders`
  return { agents: agents.length, orders }
}
