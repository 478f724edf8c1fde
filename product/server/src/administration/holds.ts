import { Type } from 'typebox'

import {
  deleteHold,
  holdKinds,
  insertHold,
  listHolds as readHolds,
  type HoldKind,
} from '../database/holds.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { act, agentOf, inputOf, type Action, type Draft, type Means } from './act.ts'
import { findOrderById, ordersOfReference } from './find-orders.ts'

type Named = { kind: HoldKind; value: string }
const named = { kind: Type.Enum([...holdKinds]), value: Type.String() }

export const listHolds = act({
  name: 'hold.list',
  input: inputOf({}),
  async run({ db, row }) {
    const holds = await readHolds(db)
    row.subject = `${holds.length} holds`
    return holds
  },
})

/** Keeps rows beyond their time, because a court or a dispute needs them. */
export const addHold = act({
  name: 'hold.add',
  input: inputOf({ ...named, reason: Type.String() }),
  async run(action, { kind, value: told, reason }) {
    const value = await heldName(action, { kind, value: told })
    if (reason.trim() === '') throw new CommandRefused('Say why: the case or the letter that asks for it.')
    const inserted = await insertHold(action.db, { kind, value, reason: reason.trim(), at: action.at })
    action.row.unchanged = inserted.length === 0
    return { kind, value, changed: inserted.length > 0 }
  },
})

/** Lifts a hold: the next run of the housekeeping ends what is over its time. */
export const removeHold = act({
  name: 'hold.remove',
  input: inputOf(named),
  async draft(action: Action & Means, told: Named): Promise<Draft> {
    const value = await liftedName(action, told)
    const holds = await readHolds(action.db)
    const hold = holds.find(one => one.kind === told.kind && one.value === value)
    const now = hold ? `held since ${hold.heldOn.toISOString()}: ${hold.reason}` : ''
    return {
      input: { kind: told.kind, value },
      ground: [],
      changes: hold ? [{ field: `hold of ${told.kind} ${value}`, now, becomes: 'not held', rows: 1 }] : [],
      effect: {},
    }
  },
  async run(action, told) {
    const value = await liftedName(action, told)
    const deleted = await deleteHold(action.db, { kind: told.kind, value })
    action.row.unchanged = deleted.length === 0
    return { kind: told.kind, value, changed: deleted.length > 0 }
  },
})

/** @returns the agent's id, or the reference or order as it is, if there is one */
async function heldName(action: Action, { kind, value }: Named): Promise<string> {
  const { row, db } = action
  if (kind === 'agent') return liftedName(action, { kind, value })
  // The row omits a text that no order has: it may be anything, even an id number.
  row.subject = `${kind}, no order`
  const order =
    kind === 'order'
      ? await findOrderById(db, value)
      : (await ordersOfReference(db, value, { limit: 1 })).orders.at(0)
  if (!order) throw new CommandRefused(`No order has this ${kind === 'order' ? 'id' : kind}.`)
  if (kind === 'order') row.agentId = order.agentId
  row.subject = `${kind} ${value}`
  return value
}

/** Names what a hold is of; its orders may have ended meanwhile. */
async function liftedName(action: Action, { kind, value }: Named): Promise<string> {
  action.row.subject = `${kind} ${value}`
  if (kind !== 'agent') return value
  const { id } = await agentOf(action, value)
  action.row.subject = `agent ${id}`
  return id
}
