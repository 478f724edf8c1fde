import { go, paths } from './navigation.ts'
import { remember, setSession } from './session.ts'

export function serveNext(reference = ''): void {
  setSession({ prepareOrderResponse: null, kycVal: null, refNo: reference, retryKycLock: '' })
  remember({ waitingReference: reference })
  go(paths.doKyc)
}
