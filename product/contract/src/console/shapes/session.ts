import { Type } from 'typebox'

import { staffRoles } from '../acts.ts'

export const sessionShapes = {
  getMe: {
    request: Type.Object({}),
    answer: Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      roles: Type.Array(Type.Enum([...staffRoles])),
    }),
  },
  signOut: { request: Type.Object({}), answer: Type.Object({}) },
}
