import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'

import type { consoleCalls, ConsoleCallName } from '@ekyc/contract/console/calls'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'

import type { ActContext, ActDependencies, StaffOrigin } from '../acts/act.ts'
import type { ActRunner } from '../acts/perform.ts'
import type { StaffProofs } from '../acts/staff/staff-proofs.ts'
import type { StaffSession, StaffSessions } from '../acts/staff/staff-sessions.ts'
import type { UnshapedAnswer } from '../http/shape-answer.ts'
import type { IdentityProvider, NotProven } from '../domain/ports.ts'
import type { StaffMember } from '../domain/staff/permissions.ts'

export type ConsoleContext = {
  runner: ActContext['db']
  dependencies: ActDependencies
  /** A search's audit row has a digest at most, no text. */
  digestKey: KeyObject
  sessions: StaffSessions
  proofs: StaffProofs
  provider: IdentityProvider
  onNotProven(reason: NotProven): void
  idleLimitMs: number
  fourEyes(): Promise<boolean>
  now: () => Date
}

/** A handler only translates requests and answers. The rules are in acts/. */
export type ConsoleHandlers = {
  [N in ConsoleCallName]: (
    request: RequestOf<N>,
    caller: CallerOf<N>,
  ) => Promise<UnshapedAnswer<AnswerOf<N>> | RawAnswer>
}

type CallerOf<N extends ConsoleCallName> = (typeof consoleCalls)[N]['access'] extends 'public' | 'provider'
  ? AnonymousCaller
  : StaffCaller

export type AnonymousCaller = { origin: StaffOrigin; cookies: Cookies }

/** `perform` and `audited` write audit rows; `audited` for what is no act of the table, such as making a proposal. */
export type StaffCaller = AnonymousCaller &
  ActRunner & {
    staff: StaffMember
    session: StaffSession
    idempotencyKey: string | undefined
  }

export const sessionCookie = 'console'

export type Cookies = {
  /** @param name the name without the prefix `__Host-` */
  get(name: string): string | undefined
  /** Secure, HttpOnly and SameSite=Lax, for the whole origin. */
  set(name: string, value: string, maxAgeSeconds: number): void
}

/** An answer without the usual envelope: a redirect, or a file that is sent in pieces. */
export class RawAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Readable
  constructor(status: number, headers: Record<string, string>, body: string | Readable = '') {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export function fileAnswer(name: string, type: string, pieces: AsyncIterable<string>): RawAnswer {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  }
  return new RawAnswer(200, headers, Readable.from(pieces))
}
