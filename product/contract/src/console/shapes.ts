import type { Static, TObject, TSchema } from 'typebox'

import type { ConsoleCallName } from './calls.ts'
import { actShapes } from './shapes/acts.ts'
import { importShapes } from './shapes/imports.ts'
import { proposalShapes } from './shapes/proposals.ts'
import { sessionShapes } from './shapes/session.ts'

/** A call's request is one flat object of the parameters in its path, its query and its body. */
export const consoleShapes = {
  ...sessionShapes,
  ...proposalShapes,
  ...actShapes,
  ...importShapes,
} satisfies Record<ConsoleCallName, { request: TObject; answer: TSchema }>

export type RequestOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['request']>
export type AnswerOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['answer']>
