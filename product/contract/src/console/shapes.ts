import type { Static, TObject, TSchema } from 'typebox'

import type { ConsoleCallName } from './calls.ts'
import { actShapes } from './shapes/acts.ts'
import { deviceShapes } from './shapes/devices.ts'
import { orderShapes } from './shapes/orders.ts'
import { sessionShapes } from './shapes/session.ts'

/** A call's request is one flat object of the parameters in its path, its query and its body. */
export const consoleShapes = {
  ...sessionShapes,
  ...orderShapes,
  ...deviceShapes,
  ...actShapes,
} satisfies Record<ConsoleCallName, { request: TObject; answer: TSchema }>

export type RequestOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['request']>
export type AnswerOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['answer']>
