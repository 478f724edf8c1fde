import { Type } from 'typebox'

import {
  deleteHold,
  holdKinds,
  insertHold,
  listHolds as readHolds,
  type HoldKind,
} from '../../database/kyc/legal-holds.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { defineAct, actInput, type ActContext, type Preview } from '../act.ts'
import { lockNamedAgent } from '../agents/act-on-agent.ts'
import { findOrderById, findOrdersOfReference } from './find-orders.ts'

type Named = { kind: HoldKind; value: string }
const named = { kind: Type.Enum([...holdKinds]), value: Type.String() }

export const listHolds = defineAct({
  name: 'hold.list',
  input: actInput({}),
  async run({ db, row }) {
    const holds = await readHolds(db)
    row.subject = `${holds.length} holds`
    return holds
  },
})

export const addHold = defineAct({
  name: 'hold.add',
  input: actInput({ ...named, reason: Type.String() }),
  async run(action, { kind, value: told, reason }) {
    const value = await heldName(action, { kind, value: told })
    if (reason.trim() === '') throw new CommandRefused('Say why: the case or the letter that asks for it.')
    const inserted = await insertHold(action.db, { kind, value, reason: reason.trim(), at: action.at })
    action.row.unchanged = inserted.length === 0
    return { kind, value, changed: inserted.length > 0 }
  },
})

/** Lifts a legal hold. The next run of the housekeeping removes the rows that are past their retention time. */
export const removeHold = defineAct({
  name: 'hold.remove',
  input: actInput(named),
  async preview(action, told): Promise<Preview> {
    const value = await liftedName(action, told)
    const holds = await readHolds(action.db)
    const hold = holds.find(one => one.kind === told.kind && one.value === value)
    const now = `${told.kind} ${value}: ${hold?.reason}`
    const change = { field: 'hold' as const, now, becomes: '', rows: 1 }
    return { input: { kind: told.kind, value }, ground: [], changes: hold ? [change] : [], effect: {} }
  },
  async run(action, told) {
    const value = await liftedName(action, told)
    const deleted = await deleteHold(action.db, { kind: told.kind, value })
    action.row.unchanged = deleted.length === 0
    return { kind: told.kind, value, changed: deleted.length > 0 }
  },
})

async function heldName(action: ActContext, { kind, value }: Named): Promise<string> {
  const { row, db } = action
  if (kind === 'agent') return liftedName(action, { kind, value })
  // The audit row omits a text that no order has, since the text may be anything, even an id number.
  row.subject = `${kind}, no order`
  const order =
    kind === 'order'
      ? await findOrderById(db, value)
      : (await findOrdersOfReference(db, value, { limit: 1 })).orders.at(0)
  if (!order) throw new CommandRefused(`No order has this ${kind === 'order' ? 'id' : kind}.`)
  if (kind === 'order') row.agentId = order.agentId
  row.subject = `${kind} ${value}`
  return value
}

/** Returns the agent's id, or the given reference or order id, even if the orders no longer exist. */
async function liftedName(action: ActContext, { kind, value }: Named): Promise<string> {
  action.row.subject = `${kind} ${value}`
  if (kind !== 'agent') return value
  const { id } = await lockNamedAgent(action, value)
  action.row.subject = `agent ${id}`
  return id
}
