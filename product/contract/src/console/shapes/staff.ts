import { Type } from 'typebox'

import { staffRoles } from '../acts.ts'
import { id, limit, moment } from './common.ts'

const person = {
  id,
  name: Type.String(),
  roles: Type.Array(Type.Enum([...staffRoles])),
  createdOn: moment,
  lastSignInOn: Type.Optional(moment),
  disabledOn: Type.Optional(moment),
}

export const staffShapes = {
  listStaff: {
    request: Type.Object({
      after: Type.Optional(Type.String()),
      limit,
    }),
    answer: Type.Object({ rows: Type.Array(Type.Object(person)), next: Type.Optional(Type.String()) }),
  },
  getStaff: {
    request: Type.Object({ id }),
    answer: Type.Object({
      ...person,
      sessions: Type.Array(Type.Object({ openedOn: moment, lastSeenOn: moment })),
    }),
  },
}
