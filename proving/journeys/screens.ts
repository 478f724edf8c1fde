import { dashboardScreens } from './screens/dashboard.ts'
import { deviceCheckScreens } from './screens/device-check.ts'
import { doKycScreens } from './screens/do-kyc.ts'
import { kycListScreens } from './screens/kyc-list.ts'
import { kycExceptionScreens, kycOrderScreens, kycResultScreens } from './screens/kyc-result.ts'
import { otherScreens } from './screens/other.ts'
import { securityScreens } from './screens/security.ts'
import { signInScreens } from './screens/sign-in.ts'

/** The screens of all routes, in every state that looks different. every-screen.spec.ts fails on a missing route. */
export const screens = [
  ...signInScreens,
  ...dashboardScreens,
  ...kycListScreens,
  ...doKycScreens,
  ...kycResultScreens,
  ...kycOrderScreens,
  ...kycExceptionScreens,
  ...deviceCheckScreens,
  ...securityScreens,
  ...otherScreens,
]
