import type { StaffRole } from '@ekyc/contract/console/acts'

/** The server refused the call, and says why in a code of its closed list and in words. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string
  /** Help desks find the call in the logs by this number. */
  readonly requestId: string | undefined
  /** The roles that may do it, of a call that these roles may not make. */
  readonly roles: readonly StaffRole[]
  /** The fields of the refusal besides the above, such as the problems of lines. */
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

/** No answer came: whether the server did anything is not known. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
