import { Type } from 'typebox'

import { exceptionDecisions, exceptionNeeds, exceptionStates, storedReasons } from '../../exceptions.ts'
import { agentName, id, limit, moment, nullable } from './common.ts'

export const exceptionShapes = {
  /** Lists open exceptions, earliest deadline first, or decided exceptions, last decided first. */
  listExceptions: {
    request: Type.Object({
      state: Type.Optional(Type.Enum([...exceptionStates])),
      /** The order of an exception. The list then has this exception and all others of its customer or its agent. */
      around: Type.Optional(id),
      limit,
    }),
    answer: Type.Object({
      rows: Type.Array(
        Type.Object({
          order: id,
          reference: Type.String(),
          reason: Type.Enum([...storedReasons]),
          needs: Type.Array(Type.Enum([...exceptionNeeds])),
          tries: Type.Integer(),
          openedOn: moment,
          dueBy: moment,
          isOverdue: Type.Boolean(),
          agent: agentName,
          decision: nullable(Type.Enum([...exceptionDecisions])),
          decidedOn: nullable(moment),
          decidedBy: nullable(Type.String()),
        }),
      ),
      isMore: Type.Boolean(),
    }),
  },
}
