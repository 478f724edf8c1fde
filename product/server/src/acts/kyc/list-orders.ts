import { shownStatuses } from '@ekyc/contract/console/order-verdicts'
import { readableMoment } from '@ekyc/contract/console/shapes/common'
import { Type } from 'typebox'

import { findOrdersByAnyId, listOrders as readOrders } from '../../database/kyc/orders.ts'
import { act, agentOf, inputSchema, listLimit, orNone } from '../act.ts'

export const listOrders = act({
  name: 'order.list',
  input: inputSchema({
    agent: Type.String(),
    status: orNone(Type.Enum([...shownStatuses])),
    from: orNone(readableMoment),
    before: orNone(readableMoment),
    limit: listLimit,
  }),
  async run(action, { agent: named, status, from, before, ...only }) {
    const agent = await agentOf(action, named)
    const [after, end] = [from, before].map(at => (at === undefined ? undefined : new Date(at)))
    return readOrders(action.db, { ...only, status, from: after, before: end, agentId: agent.id })
  },
})

/** Finds orders of all agents by reference, order id or transaction id. */
export const findOrders = act({
  name: 'order.find',
  input: inputSchema({ text: Type.String(), limit: listLimit }),
  async run({ db, row }, told) {
    const name = told.text.trim()
    const matches = await findOrdersByAnyId(db, { name, limit: told.limit })
    // The audit row omits a text that matches no order: the text may be anything, even an id number.
    row.subject = matches.length > 0 ? `${name}: ${matches.length} orders` : 'no order has it'
    return matches
  },
})
