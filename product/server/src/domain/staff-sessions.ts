import type { StaffMember } from './permit.ts'

/** How a person has proved who they are. */
export type SignedInBy = {
  means: 'provider' | 'passkey' | 'link'
  /** The provider's own id of its session (`sid`), by which it ends it. */
  providerSession?: string | undefined
}

/** A session of a person of the bank's staff, as it was found with its token. */
export type StaffSession = {
  staff: StaffMember
  openedOn: Date
  expiresOn: Date
  means: SignedInBy['means']
}

export type StaffSessions = {
  /**
   * Opens a session, and ends the person's oldest beyond two.
   * @returns the token, which the server does not keep; undefined for a person without a role, or a disabled one
   */
  open(staffId: string, how: SignedInBy, origin: StaffOrigin): Promise<string | undefined>
  /** Finds the token's session, if it has not ended, and the person as they are now. */
  find(token: string): Promise<StaffSession | undefined>
  end(token: string, origin: StaffOrigin): Promise<void>
  /** Ends all sessions of the person, or those that the provider names. @returns their number */
  endAllOf(which: { staffId: string } | { providerSession: string }): Promise<number>
}

/** Where a call of the console comes from, for the audit trail. */
export type StaffOrigin = { address: string; requestId: string; traceId: string | undefined }
