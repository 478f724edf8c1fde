import { go, paths } from './navigation.ts'
import { remember, setSession } from './session.ts'

/** Opens Do KYC for the next customer, and checks the reference if there is one. */
export function serveNext(reference = ''): void {
  setSession({ prepareOrderResponse: null, kycVal: null, refNo: reference, retryKycLock: '' })
  remember({ waitingReference: reference })
  go(paths.doKyc)
}
