import { Type } from 'typebox'

import { id } from './common.ts'

export const viewsAtMost = 20

const view = {
  name: Type.String({ minLength: 1, maxLength: 60 }),
  /** The path and the query of a page. An address never contains a whole mobile number. */
  address: Type.String({ pattern: '^/(?!/)', maxLength: 2_000 }),
}

export const viewShapes = {
  listViews: {
    request: Type.Object({}),
    answer: Type.Object({ views: Type.Array(Type.Object({ id, ...view })) }),
  },
  saveView: { request: Type.Object(view), answer: Type.Object({ id }) },
  removeView: { request: Type.Object({ id }), answer: Type.Object({}) },
}
