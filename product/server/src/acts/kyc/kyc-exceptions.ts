import { exceptionDecisions, exceptionStates, type ExceptionNeed } from '@ekyc/contract/exceptions'
import { Type } from 'typebox'

import {
  saveExceptionDecision,
  listRelatedExceptions,
  listDecidedExceptions,
  listOpenExceptions,
} from '../../database/kyc/kyc-exceptions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { openSecretBox } from '../../domain/secrets.ts'
import { defineAct, actInput, listLimitSchema } from '../act.ts'

export const listExceptions = defineAct({
  name: 'exception.list',
  input: actInput({
    state: Type.Enum([...exceptionStates]),
    around: Type.Optional(Type.String({ format: 'uuid' })),
    limit: listLimitSchema,
  }),
  async run({ db, at, row, outboxKeys }, { state, around, limit }) {
    const inState = state === 'open' ? listOpenExceptions : listDecidedExceptions
    const found = await (around === undefined
      ? inState(db, { limit })
      : listRelatedExceptions(db, { orderId: around, limit }))
    row.subject = `${found.length} exceptions`
    return found.map(one => ({
      ...one,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sealed it
      needs: JSON.parse(
        one.needs ? openSecretBox(outboxKeys(), one.orderId, one.needs) : '[]',
      ) as ExceptionNeed[],
      isOverdue: one.decision === null && one.dueBy < at,
    }))
  },
})

export const decideException = defineAct({
  name: 'exception.decide',
  input: actInput({
    order: Type.String({ format: 'uuid' }),
    decision: Type.Enum([...exceptionDecisions]),
  }),
  async run({ db, at, maker, row }, { order, decision }) {
    row.subject = `${order} ${decision}`
    const [decided] = await saveExceptionDecision(db, { orderId: order, decision, at, by: maker.name })
    if (!decided) throw new CommandRefused(`There is no open exception of the order ${order}.`)
    row.agentId = decided.agentId
    return { order, decision }
  },
})
