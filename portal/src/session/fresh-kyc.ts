import { setSession } from './session.ts'

/** For another customer: nothing of the one before may be in the way of the reference. */
export function startFreshKyc(): void {
  setSession({ prepareOrderResponse: null, kycVal: null, refNo: '', retryKycLock: '' })
}
