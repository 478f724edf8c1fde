import { setSession } from './session.ts'

/** Clears the previous customer's order and result. */
export function startFreshKyc(): void {
  setSession({ prepareOrderResponse: null, kycVal: null, refNo: '', retryKycLock: '' })
}
