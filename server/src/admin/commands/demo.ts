import { command, type Command } from '../command.ts'

export const demoCommands: Command[] = [
  command({
    name: 'demo remove',
    summary: 'Takes the demo agents out of this database, with their orders, counts and messages.',
    details:
      'For a database that a demo was loaded into by mistake. Only what the audit trail says of them stays.',
    examples: ['', '--yes'],
    async run(_input, tools) {
      await tools.confirm('Remove the demo agents and all that is theirs?')
      const { demo } = await tools.administration()
      const removed = await demo.remove()
      return {
        text:
          removed.agents === 0
            ? 'There is no demo data in this database.'
            : `Removed: ${removed.agents} demo agents and ${removed.orders} orders.`,
        data: removed,
      }
    },
  }),
]
