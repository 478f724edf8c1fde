import { alertStates } from '@ekyc/contract/console/fraud-rules'
import { Type } from 'typebox'

import {
  closeAlert as close,
  listAlerts as readAlerts,
  takeAlert as take,
} from '../../database/fraud/fraud-store.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { defineAct, actInput } from '../act.ts'
import { lockNamedAgent } from '../agents/act-on-agent.ts'

export const listAlerts = defineAct({
  name: 'alert.list',
  input: actInput({
    agent: Type.Optional(Type.String()),
    states: Type.Array(Type.Enum([...alertStates])),
    limit: Type.Integer({ minimum: 1, maximum: 1_000 }),
  }),
  async run(action, { agent, states, limit }) {
    const ofAgent = agent === undefined ? undefined : (await lockNamedAgent(action, agent)).id
    const alerts = await readAlerts(action.db, { states, ofAgent, limit })
    action.row.subject += ` ${alerts.length} alerts`
    return alerts
  },
})

export const takeAlert = defineAct({
  name: 'alert.take',
  input: actInput({ number: Type.Integer({ minimum: 1 }) }),
  async run({ db, at, row, maker }, { number }) {
    row.subject = `alert ${number}`
    const [taken] = await take(db, { number, at, takenBy: maker.name })
    if (!taken) throw new CommandRefused(`There is no alert ${number} that nobody has taken.`)
    row.agentId = taken.agentId
    row.subject = `alert ${number}, ${taken.rule}`
  },
})

/** The agent of the closed alert can work again unless another open alert stops the agent. */
export const closeAlert = defineAct({
  name: 'alert.close',
  input: actInput({
    number: Type.Integer({ minimum: 1 }),
    why: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  async run({ db, at, row, maker }, { number, why }) {
    row.subject = `alert ${number}`
    const closed = await close(db, { number, at, closedBy: maker.name, why: why.trim() })
    if (!closed) throw new CommandRefused(`There is no open alert ${number}.`)
    row.agentId = closed.agentId
    row.subject = `alert ${number}, ${closed.rule}: ${why.trim()}`
    return { number, rule: closed.rule }
  },
})
