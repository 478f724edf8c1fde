import type { Static, TObject } from 'typebox'

import type { ConsoleCallName } from './calls.ts'
import { sessionShapes } from './shapes/session.ts'
import { signInShapes } from './shapes/sign-in.ts'

/** A call's request is one flat object of the parameters in its path, its query and its body. */
export const consoleShapes = {
  ...sessionShapes,
  ...signInShapes,
} satisfies Record<ConsoleCallName, { request: TObject; answer: TObject }>

export type RequestOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['request']>
export type AnswerOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['answer']>
