import type { Readable } from 'node:stream'

import type { ActName } from '@ekyc/contract/console/acts'
import type { consoleCalls, ConsoleCallName } from '@ekyc/contract/console/calls'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'

import type { Audited } from '../administration/act.ts'
import type { Perform } from '../administration/perform.ts'
import type { OwnSession } from '../administration/staff-sessions.ts'
import type { StaffMember } from '../domain/permit.ts'
import type { SignedInBy, StaffOrigin, StaffSession } from '../domain/staff-sessions.ts'

/** One handler for each call; a missing one is a compile error. Handlers translate only: rules live in administration/. */
export type ConsoleHandlers = {
  [N in ConsoleCallName]: (request: RequestOf<N>, caller: CallerOf<N>) => Promise<AnswerOf<N> | OwnAnswer>
}

type CallerOf<N extends ConsoleCallName> = (typeof consoleCalls)[N]['access'] extends 'public' | 'provider'
  ? Stranger
  : StaffCaller

/** A caller of whom nothing is known yet. */
export type Stranger = {
  origin: StaffOrigin
  cookies: Cookies
  /** Opens a session for the person and sets its cookie; false for a person without a role, or a disabled one. */
  signIn(staffId: string, how: SignedInBy): Promise<boolean>
}

/** A person who has signed in. Every act and every look goes through `perform` or `preview`, with its audit row. */
export type StaffCaller = Stranger &
  Perform & {
    staff: StaffMember
    session: StaffSession
    /** For what is no act of the table, such as a row of the sign-out. */
    audited: Audited
    /** The header Idempotency-Key; undefined without one. */
    idempotencyKey: string | undefined
    /** The person's own sessions, newest first. */
    ownSessions(): Promise<OwnSession[]>
    signOut(): Promise<void>
  }

export type Cookies = {
  /** @param name without its prefix `__Host-` */
  get(name: string): string | undefined
  /** Sets a cookie with the prefix, Secure, HttpOnly, SameSite=Lax, for the whole origin. */
  set(name: string, value: string, maxAgeSeconds: number): void
}

/** An answer without the envelope: another place to go to, or a file that is sent in pieces. */
export class OwnAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Readable
  constructor(status: number, headers: Record<string, string>, body: string | Readable = '') {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** Fresh proofs of who acts. Without them, no act that needs one is done. */
export type Proofs = {
  /** Uses up a proof; false if it is not of this person, this act and this input, or too old. */
  use(proof: string | undefined, of: { staffId: string; act: ActName; input: unknown }): Promise<boolean>
}
