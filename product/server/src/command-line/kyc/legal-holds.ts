import { addHold, listHolds, removeHold } from '../../acts/kyc/legal-holds.ts'
import { holdKinds, type HoldKind } from '../../database/kyc/legal-holds.ts'
import { defineCommand, type Command } from '../define-command.ts'
import { UsageError } from '../program.ts'

const heldOptions: Command['options'] = {
  reference: ['--reference <TEXT>', 'all submitted orders of this reference'],
  agent: ['--agent <MOBILE>', "all of this agent's, by mobile or id"],
  order: ['--order <ID>', 'one order'],
}

export const legalHoldCommands: Command[] = [
  defineCommand({
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
    answer: ({ kind, value, changed }) =>
      `The ${kind} ${value} ${changed ? 'is held now' : 'was held already'}.`,
  }),
  defineCommand({
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
  defineCommand({
    name: 'holds remove',
    summary: 'Lifts a hold: the next run of the housekeeping ends what is over its time.',
    options: heldOptions,
    examples: ['--reference DBS10001 --propose "Case 12 is closed"'],
    act: removeHold,
    input: (told: Held) => heldBy(told, 'holds remove'),
    answer: ({ kind, value, changed }) =>
      `The ${kind} ${value} ${changed ? 'is held no more' : 'was not held'}.`,
  }),
]

type Held = { [kind in HoldKind]?: string }

function heldBy(told: Held, name: string) {
  const given = holdKinds.flatMap(kind => (told[kind] === undefined ? [] : [{ kind, value: told[kind] }]))
  const [one] = given
  if (!one || given.length > 1) throw new UsageError('Name one --reference, --agent or --order.', name)
  return one
}
