import { lazy, type ComponentType } from 'react'

import { loadBranding } from '../api/branding.ts'
import { loadChunk } from '../api/load-chunk.ts'
import { OtpPage } from '../features/sign-in/otp-page.tsx'
import { PasswordPage } from '../features/sign-in/password-page.tsx'
import { paths, type Path } from '../session/paths.ts'
import type { Access } from './guard.ts'
import { OpenLogIn } from './open-log-in.tsx'

export type Route = {
  path: Path
  access: Access
  frame: 'page' | 'none'
  screen: ComponentType
}

/** The functions that prefetch the chunks of the later screens, the likeliest first. */
export const laterScreens: (() => Promise<unknown>)[] = []

/** The type that React's lazy() requires of a screen. */
type Screen = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

function later<Name extends string, File extends Record<Name, Screen>>(
  load: () => Promise<File>,
  name: Name,
) {
  laterScreens.push(load)
  return lazy(async () => ({ default: (await loadChunk(load))[name] }))
}

// Screens of one chunk share one import function.
const frameScreens = () => import('./frame-screens.ts')
const resultScreens = () => import('../features/kyc/kyc-result-page.tsx')
const securityScreens = () => import('../features/sign-in/security-screens.ts')
const helpScreens = () => import('../features/help/help-texts.tsx')

export const PageFrame = later(frameScreens, 'PageFrame')
const DashboardPage = later(() => import('./dashboard-page.tsx'), 'DashboardPage')
const DoKycPage = later(async () => {
  const file = await import('../features/kyc/do-kyc-page.tsx')
  // DoKycPage needs the bank's own consent text and the bank's limits of scan quality.
  await loadBranding()
  return file
}, 'DoKycPage')
const KycResultPage = later(resultScreens, 'KycResultPage')
const OrderPage = later(resultScreens, 'OrderPage')
const ExceptionPage = later(() => import('../features/kyc/exception-page.tsx'), 'ExceptionPage')
const KycListPage = later(() => import('../features/orders/kyc-list-page.tsx'), 'KycListPage')
const ProfilePage = later(frameScreens, 'ProfilePage')
const FaqPage = later(helpScreens, 'FaqPage')
const ChangePasswordPage = later(securityScreens, 'ChangePasswordPage')
const SecurityPage = later(securityScreens, 'SecurityPage')
const HelpTexts = later(helpScreens, 'HelpTexts')
const PrivacyPolicyPage = later(helpScreens, 'PrivacyPolicyPage')
const DeviceCheckPage = later(
  () => import('../features/device-check/device-check-page.tsx'),
  'DeviceCheckPage',
)
export const FallbackScreen = later(frameScreens, 'FallbackScreen')
export const AccessDenied = later(frameScreens, 'AccessDenied')
export const Sorry = later(frameScreens, 'Sorry')

const forDashboard = { privilege: 'VIEW_APP_DASHBOARD' } as const
const forKyc = { privilege: 'DO_EKYC_APP' } as const
const forPassword = { privilege: 'SET_NEW_PASSWORD' } as const

/**
 * The routes of the portal: the table of product.md section 2, line for line, plus the routes of one order, of one
 * exception, of the agent's passkeys and sessions, and of the device check. Any other path shows FallbackScreen. /TnC
 * shows the texts of /FAQ without a session.
 */
export const routes: readonly Route[] = [
  { path: paths.home, access: 'anybody', frame: 'none', screen: OpenLogIn },
  { path: paths.login, access: 'anybody', frame: 'none', screen: OpenLogIn },
  { path: paths.loginWithPassword, access: 'login-lock', frame: 'none', screen: PasswordPage },
  { path: paths.otp, access: 'login-lock', frame: 'none', screen: OtpPage },
  {
    path: paths.dashboard,
    access: { ...forDashboard, sorry: 'dashboard' },
    frame: 'page',
    screen: DashboardPage,
  },
  { path: paths.kycList, access: forKyc, frame: 'page', screen: KycListPage },
  { path: paths.doKyc, access: { ...forKyc, sorry: 'kyc' }, frame: 'page', screen: DoKycPage },
  { path: paths.kycResult, access: forKyc, frame: 'page', screen: KycResultPage },
  { path: paths.kycOrder, access: forKyc, frame: 'page', screen: OrderPage },
  { path: paths.kycException, access: forKyc, frame: 'page', screen: ExceptionPage },
  { path: paths.changePassword, access: forPassword, frame: 'page', screen: ChangePasswordPage },
  { path: paths.profile, access: forDashboard, frame: 'page', screen: ProfilePage },
  { path: paths.security, access: {}, frame: 'page', screen: SecurityPage },
  { path: paths.faq, access: forDashboard, frame: 'page', screen: FaqPage },
  { path: paths.termsAndConditions, access: 'anybody', frame: 'page', screen: HelpTexts },
  { path: paths.privacyPolicy, access: 'anybody', frame: 'none', screen: PrivacyPolicyPage },
  { path: paths.deviceCheck, access: 'anybody', frame: 'page', screen: DeviceCheckPage },
]
