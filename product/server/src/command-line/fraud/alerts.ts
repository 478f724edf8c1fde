import { alertStates } from '@ekyc/contract/console/fraud-rules'

import { closeAlert, listAlerts } from '../../acts/fraud/alerts.ts'
import { defineCommand, limitOption, type Command } from '../define-command.ts'

type ListedAlert = Awaited<ReturnType<typeof listAlerts.run>>[number]

export const alertCommands: Command[] = [
  defineCommand({
    name: 'alerts list',
    summary: 'Lists open alerts, the newest first.',
    options: {
      agent: ['--agent <MOBILE>', 'only those about this agent'],
      all: ['--all', 'the closed ones too', { usual: false }],
      limit: limitOption(100),
    },
    examples: ['', '--agent 9876543210 --all --json'],
    act: listAlerts,
    input: ({ all, ...told }: { all?: boolean }) => ({
      ...told,
      states: alertStates.filter(state => all === true || state !== 'closed'),
    }),
    list: 'alerts',
    columns: {
      Number: one => one.number,
      Rule: one => one.rule,
      Agent: one => one.agentId,
      Facts: one =>
        Object.entries(one.facts)
          .map(([name, count]) => `${name} ${count}`)
          .join(', '),
      Last: one => one.lastOn,
      Does: one => (one.stops ? 'stopped' : 'rings'),
      State: stateOf,
    },
  }),
  defineCommand({
    name: 'alerts close',
    summary: 'Closes an alert; an agent whom it has stopped works again.',
    args: { number: ['<NUMBER>', 'as alerts list numbers it'] },
    options: { why: ['--why <TEXT>', 'what the bank has found (required)'] },
    examples: ['12 --why "Camp of the branch, seen by the supervisor"'],
    act: closeAlert,
    answer: closed => ({ text: `Alert ${closed.number} (${closed.rule}) is closed.`, data: closed }),
  }),
]

function stateOf({ state, takenBy, closedBy, why }: ListedAlert): string {
  if (state === 'closed') return `closed by ${closedBy}: ${why}`
  return state === 'taken' ? `taken by ${takenBy}` : 'open'
}
