import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import { isCodeWithoutVerdict, verdictCode, type UnverifiedCode } from '@ekyc/contract/refusals'

import type { OrderRecord } from './kyc-stores.ts'

export type Reason = {
  code: UnverifiedCode | undefined
  /** The authority's own error code and advice, if the authority gave them. */
  authority: { source: AuthoritySource; code: string; action: string } | undefined
}

/** Returns the reason why the order's customer was not verified. An order without a verdict has no reason yet. */
export function reasonOf({
  outcome,
  errorSource,
  errorCode,
  action,
}: Pick<OrderRecord, 'outcome' | 'errorSource' | 'errorCode' | 'action'>): Reason {
  if (outcome === null || outcome === 'verified') return { code: undefined, authority: undefined }
  if (errorSource !== null && errorCode !== null)
    return {
      code: verdictCode(errorSource, errorCode),
      authority: { source: errorSource, code: errorCode, action: action ?? '' },
    }
  return { code: isCodeWithoutVerdict(errorCode) ? errorCode : undefined, authority: undefined }
}
