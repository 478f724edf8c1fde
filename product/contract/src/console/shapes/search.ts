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
              /** The record's id, the number of a proposal, or the name of a branch or model. */
              id: Type.String(),
              title: Type.String(),
              /** A text that tells similar results apart, such as an agent's branch and masked mobile number. */
              about: Type.String(),
            }),
          ),
          hasMore: Type.Boolean(),
        }),
      ),
      /** The kinds whose search ran out of time. Without this list they would look like kinds without results. */
      unfinished: Type.Array(Type.Enum([...searchKinds])),
    }),
  },
}
