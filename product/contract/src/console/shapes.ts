import type { Static, TObject, TSchema } from 'typebox'

import type { ConsoleCallName } from './calls.ts'
import { actShapes } from './shapes/acts.ts'
import { agentShapes } from './shapes/agents.ts'
import { alertShapes } from './shapes/alerts.ts'
import { auditShapes } from './shapes/audit.ts'
import { deviceShapes } from './shapes/devices.ts'
import { exceptionShapes } from './shapes/exceptions.ts'
import { importShapes } from './shapes/imports.ts'
import { orderShapes } from './shapes/orders.ts'
import { outboxShapes } from './shapes/outbox.ts'
import { overviewShapes } from './shapes/overview.ts'
import { proposalShapes } from './shapes/proposals.ts'
import { searchShapes } from './shapes/search.ts'
import { sessionShapes } from './shapes/session.ts'
import { signInShapes } from './shapes/sign-in.ts'
import { staffShapes } from './shapes/staff.ts'
import { viewShapes } from './shapes/views.ts'

/** The request and answer of each call. A request is one flat object of the parameters in its path, query and body. */
export const consoleShapes = {
  ...sessionShapes,
  ...overviewShapes,
  ...signInShapes,
  ...orderShapes,
  ...alertShapes,
  ...exceptionShapes,
  ...deviceShapes,
  ...proposalShapes,
  ...importShapes,
  ...staffShapes,
  ...outboxShapes,
  ...auditShapes,
  ...actShapes,
  ...searchShapes,
  ...agentShapes,
  ...viewShapes,
} satisfies Record<ConsoleCallName, { request: TObject; answer: TSchema }>

export type RequestOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['request']>
export type AnswerOf<Name extends ConsoleCallName> = Static<(typeof consoleShapes)[Name]['answer']>
