import { indiaDateTime } from '@ekyc/contract/india-time'

import { decideException, listExceptions } from '../../acts/kyc/exceptions.ts'
import { addHold, listHolds, removeHold } from '../../acts/kyc/holds.ts'
import { findOrders, listOrders } from '../../acts/kyc/orders.ts'
import { showStatistics } from '../../acts/kyc/statistics.ts'
import { takeBackConsent, withdrawConsent } from '../../acts/kyc/withdraw-consent.ts'
import { holdKinds, type HoldKind } from '../../database/kyc/holds.ts'
import { about, dayAfter, indiaDay, refuseReversed } from '../command-line.ts'
import { command, tableOf, type Columns, type Command, type OptionRow } from '../commands.ts'
import { sheet } from '../table.ts'
import { UsageError } from '../usage-error.ts'

type ListedOrder = Awaited<ReturnType<typeof listOrders.run>>[number]

const orderColumns: Columns<ListedOrder> = {
  Opened: one => one.createdOn,
  Reference: one => one.reference,
  Status: one => one.status,
  Message: one => one.message,
  Transaction: one => one.transactionId,
  Order: one => one.id,
}

export const orderCommands: Command[] = [
  command({
    name: 'orders list',
    summary: 'Lists the orders of an agent, whatever became of them, the newest first.',
    args: { agent: ['<MOBILE>', about.mobile] },
    options: {
      status: ['--status <WHICH>', 'only these'],
      from: ['--from <DAY>', 'opened on this India day or later', { read: indiaDay }],
      to: ['--to <DAY>', 'opened on this India day or before', { read: indiaDay }],
      limit: ['--limit <N>', about.limit, { usual: 50 }],
    },
    examples: ['9876543210', '9876543210 --status KYC_FAILURE --from 2027-03-01 --to 2027-03-31'],
    act: listOrders,
    input({ from, to, ...told }: { from?: Date; to?: Date }) {
      refuseReversed({ from, to }, 'orders list')
      return { ...told, from: from?.toISOString(), before: to && dayAfter(to).toISOString() }
    },
    list: 'orders',
    columns: orderColumns,
  }),
  command({
    name: 'orders find',
    summary: 'Finds orders of all agents by reference, order id or transaction id, the newest first.',
    description:
      'The text must be the whole of one of the three. Every order is looked at: among millions it takes seconds.',
    args: { text: ['<TEXT>', 'a reference, an order id or a transaction id'] },
    options: { limit: ['--limit <N>', about.limit, { usual: 50 }] },
    examples: ['DBS10001', 'UKC:0b1e5c8e6f1d4a0f9a6f3a5f2f1c7d10 --json'],
    act: findOrders,
    list: 'orders',
    columns: { Agent: one => one.mobile, ...orderColumns },
  }),
]

export const exceptionCommands: Command[] = [
  command({
    name: 'exceptions list',
    summary: 'Lists those about whom a person has to decide; those whose time ends first come first.',
    description: 'Needs OUTBOX_KEY where a customer named a need.',
    options: {
      state: ['--state <WHICH>', 'these', { usual: 'open' }],
      limit: ['--limit <N>', about.limit, { usual: 50 }],
    },
    examples: ['', '--state decided --json'],
    act: listExceptions,
    list: 'exceptions',
    columns: {
      'Due by': one => one.dueBy,
      Reference: one => one.reference,
      Reason: one => one.reason,
      Needs: one => one.needs.join(', '),
      Tries: one => one.tries,
      Agent: one => one.agentName,
      Decision: one => one.decision,
      By: one => one.decidedBy,
      Order: one => one.orderId,
    },
  }),
  command({
    name: 'exceptions decide',
    summary: 'Decides about a customer, once.',
    args: { order: ['<ORDER>', 'as exceptions list names it'] },
    options: { decision: ['--decision <WHICH>', 'the decision'] },
    examples: ['01980f6e-2f5c-7a1e-9d3b-5f2f6c1f0a11 --decision other_way_accepted'],
    act: decideException,
    answer: ({ decision }, { order }) => ({ text: `Decided: ${decision}.`, data: { order, decision } }),
  }),
]

const reference: OptionRow = ['--reference <TEXT>', "the bank's reference (required)"]

export const consentCommands: Command[] = [
  command({
    name: 'consent withdraw',
    summary: "Withdraws a customer's consent, and prints the acknowledgement for her.",
    description: `Sends the bank no result of the reference any more. After an hour, erases those that still wait and tells the bank by the
event consent.revoked to erase its own. Make sure first that it is she who asks.`,
    options: { reference },
    examples: ['--reference DBS10001 > acknowledgement.txt'],
    act: withdrawConsent,
    question: told => `Erase what waits of ${told.reference} for good in an hour, and tell the bank?`,
    answer: (done, told) => ({
      text: done ? acknowledgementOf(done) : 'No order has this reference: nothing was erased.',
      data: done ?? { reference: told.reference, orders: 0 },
    }),
  }),
  command({
    name: 'consent take-back',
    summary: 'Takes a withdrawal back within its hour.',
    options: { reference },
    examples: ['--reference DBS10001'],
    act: takeBackConsent,
    answer: done => ({
      text: done
        ? `The withdrawal ${done.number} is taken back.`
        : 'No withdrawal can be taken back any more.',
      data: done ?? {},
    }),
  }),
]

const heldOptions: Command['options'] = {
  reference: ['--reference <TEXT>', 'all submitted orders of this reference'],
  agent: ['--agent <MOBILE>', "all of this agent's, by mobile or id"],
  order: ['--order <ID>', 'one order'],
}

export const holdCommands: Command[] = [
  command({
    name: 'holds add',
    summary: 'Keeps orders and their audit rows beyond their time, because a court or a dispute needs them.',
    description:
      'What is held outlives the retention, and its agent cannot be erased, until the hold is removed.',
    options: {
      ...heldOptions,
      reason: ['--reason <WORDS>', 'the case or the letter that asks for it (required)'],
    },
    examples: ['--reference DBS10001 --reason "Case 12 of 2027, District Court Pune"'],
    act: addHold,
    input: ({ reason, ...told }: Held & { reason?: string }) => ({ ...heldBy(told, 'holds add'), reason }),
    answer: ({ kind, value, changed }) => ({
      text: `The ${kind} ${value} ${changed ? 'is held now' : 'was held already'}.`,
      data: { kind, value, changed },
    }),
  }),
  command({
    name: 'holds list',
    summary: 'Lists all holds, the oldest first.',
    examples: [''],
    act: listHolds,
    list: 'holds',
    columns: {
      Since: one => one.heldOn,
      What: one => one.kind,
      Which: one => one.value,
      Why: one => one.reason,
    },
  }),
  command({
    name: 'holds remove',
    summary: 'Lifts a hold: the next run of the housekeeping ends what is over its time.',
    options: heldOptions,
    examples: ['--reference DBS10001 --propose "Case 12 is closed"'],
    act: removeHold,
    input: (told: Held) => heldBy(told, 'holds remove'),
    answer: ({ kind, value, changed }) => ({
      text: `The ${kind} ${value} ${changed ? 'is held no more' : 'was not held'}.`,
      data: { kind, value, changed },
    }),
  }),
]

export const statisticsCommand: Command = command({
  name: 'stats',
  summary: 'Counts agents, sessions, orders and messages.',
  options: { months: ['--months <N>', 'so many months, this one included', { usual: 3 }] },
  examples: ['', '--months 12 --json'],
  act: showStatistics,
  answer(stats) {
    const now = sheet([
      ['Agents', stats.agents.total],
      ['  enabled', stats.agents.enabled],
      ['  disabled', stats.agents.disabled],
      ['  locked', stats.agents.locked],
      ['  without a password', stats.agents['no-password']],
      ['  reset demanded', stats.agents['reset-demanded']],
      ['Live sessions', stats.liveSessions],
      ['Open orders', stats.openOrders],
      ['Messages waiting', stats.outbox.waiting],
      ['  the oldest since', stats.outbox.oldestWaitingOn],
      ['Dead letters', stats.outbox.dead],
      ['No readable finger, in 30 days', stats.exceptions.reduce((sum, { opened }) => sum + opened, 0)],
      ...stats.exceptions.map(({ reason, opened, waiting, overdue }): [string, string] => [
        `  ${reason}`,
        `${opened}, waiting ${waiting}, overdue ${overdue}`,
      ]),
    ])
    const byMonth = tableOf(stats.months, {
      Month: one => one.month,
      'KYC success': one => one.kycSuccess,
      'KYC failure': one => one.kycFailure,
      'Log-ins': one => one.login,
    })
    return { text: `${now}\n\n${byMonth}`, data: stats }
  },
})

type Withdrawn = NonNullable<Awaited<ReturnType<typeof withdrawConsent.run>>>

function acknowledgementOf({ number, reference: of, withdrawnOn, words, ...counts }: Withdrawn): string {
  const { orders, erased, delivered } = counts
  const [day = '', time = ''] = indiaDateTime(withdrawnOn).split('T')
  return [
    `Acknowledgement ${number}`,
    `Your consent to the keeping of your identity details under the reference ${of} was withdrawn on ${day} at ${time.slice(0, 5)} (India).`,
    `Erased by this system in an hour: ${erased} ${erased === 1 ? 'result' : 'results'} that had not yet reached the bank. Nothing sends them any more; what lies encrypted in a vault is removed within two hours after that.`,
    delivered > 0
      ? 'To be erased by the bank: the identity details that it received from this system. The bank is told so in an hour, by this number.'
      : 'The bank has received no identity details from this system under this reference.',
    `Kept, because the law demands it: the record that authentications took place (${orders}), without fingerprint, id number or identity details.`,
    ...(words ? [words.lines.join('\n')] : []),
    'For the bank (name, date, signature): ________________________________________',
  ].join('\n\n')
}

type Held = { [kind in HoldKind]?: string }

function heldBy(told: Held, name: string): { kind: HoldKind; value: string } {
  const given = holdKinds.flatMap(kind => {
    const value = told[kind]
    return value === undefined ? [] : [{ kind, value }]
  })
  const [one] = given
  if (!one || given.length > 1) throw new UsageError('Name one --reference, --agent or --order.', name)
  return one
}
