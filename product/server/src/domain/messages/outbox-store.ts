export const outboxKinds = ['sms', 'kyc-result', 'holder-sms', 'kyc-failed'] as const
export type OutboxKind = (typeof outboxKinds)[number]

export type OutboxEntry = {
  agentId: string
  id: string
  kind: OutboxKind
  body: Uint8Array
  expiresOn: Date
  attempts: number
}

export type OutboxStore = {
  put(entry: {
    agentId: string
    id: string
    kind: OutboxKind
    body: Uint8Array
    at: Date
    expiresOn: Date
    /** True for an entry without a body that is never due. With it, withholding an SMS takes as long as sending one. */
    isDecoy?: boolean
  }): Promise<void>
  /** Takes up to `limit` due entries of a kind. No other delivery takes them before `heldUntil`. */
  takeDue(kind: OutboxKind, at: Date, heldUntil: Date, limit: number): Promise<OutboxEntry[]>
  /** Makes each entry whose next attempt is later than `latestAttempt` due at `at`. */
  recall(at: Date, latestAttempt: Date): Promise<void>
  /** Marks the entry as delivered and erases its body. */
  markDelivered(agentId: string, id: string, at: Date): Promise<void>
  reschedule(agentId: string, id: string, nextAttemptOn: Date, error: string): Promise<void>
  /** Marks the entry as dead and erases its body. */
  markDead(agentId: string, id: string, at: Date, error: string): Promise<void>
}
