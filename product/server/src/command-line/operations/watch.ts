import { alertStates } from '@ekyc/contract/console/fraud-rules'
import { certificateWarningDays } from '@ekyc/contract/limits'

import { listDays, listModels, listUnits } from '../../acts/agents/devices.ts'
import { closeAlert, listAlerts } from '../../acts/fraud/alerts.ts'
import { listMessages, retryMessages, sendTestEvent } from '../../acts/messages/outbox.ts'
import { outboxStates } from '../../database/messages/outbox.ts'
import { about, countUpTo } from '../command-line.ts'
import { command, tableOf, type Columns, type Command, type OptionRow } from '../commands.ts'
import { UsageError } from '../usage-error.ts'

type ListedAlert = Awaited<ReturnType<typeof listAlerts.run>>[number]

export const alertCommands: Command[] = [
  command({
    name: 'alerts list',
    summary: 'Lists open alerts, the newest first.',
    options: {
      agent: ['--agent <MOBILE>', 'only those about this agent'],
      all: ['--all', 'the closed ones too', { usual: false }],
      limit: ['--limit <N>', about.limit, { usual: 100 }],
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
  command({
    name: 'alerts close',
    summary: 'Closes an alert; an agent whom it has stopped works again.',
    args: { number: ['<NUMBER>', 'as alerts list numbers it'] },
    options: { why: ['--why <TEXT>', 'what the bank has found (required)'] },
    examples: ['12 --why "Camp of the branch, seen by the supervisor"'],
    act: closeAlert,
    answer: closed => ({ text: `Alert ${closed.number} (${closed.rule}) is closed.`, data: closed }),
  }),
]

const kind: OptionRow = ['--kind <WHICH>', 'only these']
const limit: OptionRow = ['--limit <N>', about.limit, { usual: 50 }]
const messageColumns: Columns<Awaited<ReturnType<typeof listMessages.run>>[number]> = {
  Written: one => one.createdOn,
  Kind: one => one.kind,
  Agent: one => one.mobile,
  State: one => one.state,
  Tries: one => one.attempts,
  'Next try': one => one.nextAttemptOn,
  'Last error': one => one.lastError,
  Message: one => one.id,
}

export const outboxCommands: Command[] = [
  command({
    name: 'outbox list',
    summary: 'Lists messages that have not left, never their text; the newest first.',
    options: {
      state: ['--state <WHICH>', 'these instead', { choices: ['all', ...outboxStates] }],
      kind,
      limit,
    },
    examples: ['', '--state all --json'],
    act: listMessages,
    input: ({ state, ...told }: { state?: string }) => ({
      ...told,
      states: outboxStates.filter(one =>
        state === undefined ? one !== 'delivered' : state === 'all' || state === one,
      ),
    }),
    list: 'messages',
    columns: messageColumns,
  }),
  command({
    name: 'outbox dead',
    summary: 'Lists the dead letters: messages that were given up.',
    options: { kind, limit },
    examples: ['', '--kind kyc-result --json'],
    act: listMessages,
    input: told => ({ ...told, states: ['dead'] }),
    list: 'messages',
    columns: messageColumns,
  }),
  command({
    name: 'outbox retry',
    summary: 'Sends a waiting message now instead of after its wait.',
    description:
      'The server sends it. A dead letter cannot be sent again: its time is over, and its text erased.',
    args: { id: ['[MESSAGE]', 'as outbox list names it'] },
    options: { all: ['--all', 'all that wait'] },
    examples: ['--all'],
    act: retryMessages,
    input({ id, all = false }: { id?: string; all?: boolean }) {
      if (all === (id !== undefined))
        throw new UsageError('Name one message, or --all of them.', 'outbox retry')
      return { id }
    },
    answer: due => ({ text: `Messages that are sent now: ${due}.`, data: { due } }),
  }),
  command({
    name: 'outbox test-event',
    summary: 'Sends a test event to the bank, signed and tried again as a result is, with nobody in it.',
    description:
      'The server sends it, for an hour at most. outbox list tells what became of it. Needs OUTBOX_KEY.',
    examples: ['', '--json'],
    act: sendTestEvent,
    answer: id => ({ text: `The test event ${id} is on its way.`, data: { id } }),
  }),
]

export const deviceCommand: Command = {
  name: 'devices',
  summary:
    'Lists the device models of the last 30 days, what their drivers did a day, or units whose certificate ends.',
  options: {
    byDay: [
      '--by-day <DAYS>',
      'each day of so many, by maker, model and driver',
      { read: countUpTo(400), conflicts: 'ending' },
    ],
    ending: [
      '--ending [DAYS]',
      `units whose certificate ends within so many days (${certificateWarningDays}), or has ended`,
      { read: countUpTo(400), preset: String(certificateWarningDays) },
    ],
    limit: ['--limit <N>', about.limit, { read: countUpTo(100_000), usual: 1_000 }],
  },
  examples: ['', '--by-day 7 --json', '--ending'],
  async run({ byDay, ending, limit: most }: DevicesTold, { perform, answer }) {
    if (byDay !== undefined) {
      const days = await perform(listDays, { days: byDay, limit: most })
      const text = tableOf(days, {
        Day: one => one.day,
        Maker: one => one.maker,
        Model: one => one.model,
        Level: one => one.level,
        Driver: one => `${one.service} ${one.driver}`,
        Verified: one => one.verified,
        Failed: one => one.failed,
      })
      return answer(text, { days })
    }
    if (ending !== undefined) {
      const found = await perform(listUnits, { endingDays: ending, limit: most })
      const units = found.map(one => ({ ...one, unit: Buffer.from(one.unit).toString('hex') }))
      const text = tableOf(units, {
        'Certificate ends': one => one.certificateEndsOn,
        Maker: one => one.maker,
        Model: one => one.model,
        Driver: one => one.driver,
        Agent: one => one.agentName ?? one.agentId,
        'Last used': one => one.lastSeenOn,
        Unit: one => one.unit,
      })
      return answer(text, { units })
    }
    const models = await perform(listModels, {})
    const text = tableOf(models, {
      Model: one => one.model,
      Maker: one => one.makers.join(', '),
      Level: one => (one.isRegistered === false ? 'not registered' : one.level),
      'Newest driver': one => one.newestDriver,
      Verified: one => one.verified,
      Failed: one => one.failed,
      'Last used': one => one.lastSeenOn,
    })
    return answer(text, { models })
  },
}

type DevicesTold = { byDay?: number; ending?: number; limit: number }

function stateOf({ state, takenBy, closedBy, why }: ListedAlert): string {
  if (state === 'closed') return `closed by ${closedBy}: ${why}`
  return state === 'taken' ? `taken by ${takenBy}` : 'open'
}
