import { Type } from 'typebox'

import { searchForms, searchKinds } from '../search-kinds.ts'

export const searchShapes = {
  search: {
    request: Type.Object({ text: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Type.Object({
      form: Type.Enum([...searchForms]),
      kinds: Type.Array(
        Type.Object({
          kind: Type.Enum([...searchKinds]),
          results: Type.Array(
            Type.Object({
              /** An agent's, order's or message's id, a proposal's number, a branch's or model's name. */
              id: Type.String(),
              title: Type.String(),
              /** Tells it from others of its kind, such as the branch and the masked mobile of an agent. */
              about: Type.String(),
            }),
          ),
          /** True if the list has more than these. */
          hasMore: Type.Boolean(),
        }),
      ),
      /** The kinds whose time ran out, so that nobody takes their silence for an answer. */
      unfinished: Type.Array(Type.Enum([...searchKinds])),
    }),
  },
}
