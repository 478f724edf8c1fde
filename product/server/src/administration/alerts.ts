import { Type } from 'typebox'

import { closeAlert as close, listAlerts as readAlerts } from '../database/fraud.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { act, actorOf, agentOf, inputOf, orNone } from './act.ts'

export const listAlerts = act({
  name: 'alert.list',
  input: inputOf({
    agent: orNone(Type.String()),
    withClosed: Type.Boolean(),
    limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  async run(action, { agent, withClosed, limit }) {
    const ofAgent = agent === undefined ? undefined : (await agentOf(action, agent)).id
    const alerts = await readAlerts(action.db, { withClosed, ofAgent, limit })
    action.row.subject += ` ${alerts.length} alerts`
    return alerts
  },
})

/** The agent of the closed alert can work again unless another open alert stops the agent. */
export const closeAlert = act({
  name: 'alert.close',
  input: inputOf({
    number: Type.Integer({ minimum: 1 }),
    why: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  async run({ db, at, row, maker }, { number, why }) {
    row.subject = `alert ${number}`
    const closed = await close(db, { number, at, closedBy: actorOf(maker), why: why.trim() })
    if (!closed) throw new CommandRefused(`There is no open alert ${number}.`)
    row.agentId = closed.agentId
    row.subject = `alert ${number}, ${closed.rule}: ${why.trim()}`
    return { number, rule: closed.rule }
  },
})
