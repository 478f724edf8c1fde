import { go } from './navigation.ts'
import { paths } from './paths.ts'
import { setSession, remember } from './session.ts'

export function startFreshKyc(): void {
  setSession({ prepareOrderResponse: null, kycVal: null, refNo: '', retryKycLock: '' })
}

/** Opens Do KYC for the next customer, and checks the reference if there is one. */
export function serveNext(reference = ''): void {
  startFreshKyc()
  setSession({ refNo: reference })
  remember({ waitingReference: reference })
  go(paths.doKyc)
}
