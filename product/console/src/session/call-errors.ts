import type { StaffRole } from '@ekyc/contract/console/acts'

/** A refusal by the server. `code` is one of the contract's refusal codes. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string
  /** The request's id, by which a help desk finds the call in the logs. */
  readonly requestId: string | undefined
  /** The roles that may make this call, if the person's roles may not. */
  readonly roles: readonly StaffRole[]
  /** The other fields of the refusal, such as the problems of an import's lines. */
  readonly details: Readonly<Record<string, unknown>>
  constructor(status: number, { code, message, requestId, roles, ...details }: RefusalFields) {
    super(message ?? `HTTP ${status}`)
    this.status = status
    this.code = code ?? 'fault'
    this.requestId = requestId
    this.roles = roles ?? []
    this.details = details
  }
}

export type RefusalFields = {
  code?: string
  message?: string
  requestId?: string
  roles?: readonly StaffRole[]
  [detail: string]: unknown
}

/** Reports that no answer came. The server may or may not have done what the call asked for. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
