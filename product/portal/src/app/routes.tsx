import { type ComponentType, lazy, useEffect } from 'react'
import type { Privilege } from '@ekyc/contract/words'

import { loadBranding } from '../api/branding.ts'
import { loadChunk } from '../api/load-chunk.ts'
import { OtpPage } from '../features/sign-in/otp-page.tsx'
import { PasswordPage } from '../features/sign-in/password-page.tsx'
import { type Path, paths } from '../session/navigation.ts'
import type { SessionState } from '../session/session-state.ts'
import type { SorryAbout } from './fallback-screen.tsx'
import { OpenLogIn } from './open-log-in.tsx'

export type Route = {
  path: Path
  access: Access
  isFramed?: false
  screen: ComponentType
}

const laterScreens: (() => Promise<unknown>)[] = []

type Screen = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

function later<Name extends string, File extends Record<Name, Screen>>(
  load: () => Promise<File>,
  name: Name,
) {
  laterScreens.push(load)
  return lazy(async () => ({ default: (await loadChunk(load))[name] }))
}

const frame = () => import('./page-frame.tsx')
const fallback = () => import('./fallback-screen.tsx')
const profile = () => import('../features/agents/profile-page.tsx')
const dashboard = () => import('./dashboard-page.tsx')
// Do KYC needs the bank's own consent text and the bank's limits of scan quality.
const kyc = () =>
  Promise.all([import('../features/kyc/do-kyc-page.tsx'), loadBranding()]).then(([file]) => file)
const resultScreens = () => import('../features/kyc/kyc-result-page.tsx')
const security = () => import('../features/sign-in/security-page.tsx')
const changePassword = () => import('../features/sign-in/change-password-page.tsx')
const exception = () => import('../features/kyc/exception-page.tsx')
const kycList = () => import('../features/orders/kyc-list-page.tsx')
const helpScreens = () => import('../features/help/help-texts.tsx')
const deviceCheck = () => import('../features/device-check/device-check-page.tsx')

export const PageFrame = later(frame, 'PageFrame')
export const FallbackScreen = later(fallback, 'FallbackScreen')
export const AccessDenied = later(fallback, 'AccessDenied')
export const Sorry = later(fallback, 'Sorry')

const forDashboard = { privilege: 'VIEW_APP_DASHBOARD' } as const
const forKyc = { privilege: 'DO_EKYC_APP' } as const
const forPassword = { privilege: 'SET_NEW_PASSWORD' } as const

/**
 * The routes of the portal: every line of the table of product.md section 2, plus the routes of one order, of one
 * exception, of the agent's passkeys and sessions, and of the device check. Any other path shows FallbackScreen. /TnC
 * shows the texts of /FAQ without a session.
 */
export const routes: readonly Route[] = [
  { path: paths.home, access: 'anybody', isFramed: false, screen: OpenLogIn },
  { path: paths.login, access: 'anybody', isFramed: false, screen: OpenLogIn },
  { path: paths.loginWithPassword, access: 'login-lock', isFramed: false, screen: PasswordPage },
  { path: paths.otp, access: 'login-lock', isFramed: false, screen: OtpPage },
  {
    path: paths.dashboard,
    access: { ...forDashboard, sorry: 'dashboard' },
    screen: later(dashboard, 'DashboardPage'),
  },
  { path: paths.doKyc, access: { ...forKyc, sorry: 'kyc' }, screen: later(kyc, 'DoKycPage') },
  { path: paths.kycResult, access: forKyc, screen: later(resultScreens, 'KycResultPage') },
  { path: paths.kycOrder, access: forKyc, screen: later(resultScreens, 'OrderPage') },
  { path: paths.kycException, access: forKyc, screen: later(exception, 'ExceptionPage') },
  { path: paths.kycList, access: forKyc, screen: later(kycList, 'KycListPage') },
  { path: paths.profile, access: forDashboard, screen: later(profile, 'ProfilePage') },
  { path: paths.faq, access: forDashboard, screen: later(helpScreens, 'FaqPage') },
  { path: paths.changePassword, access: forPassword, screen: later(changePassword, 'ChangePasswordPage') },
  { path: paths.security, access: {}, screen: later(security, 'SecurityPage') },
  { path: paths.termsAndConditions, access: 'anybody', screen: later(helpScreens, 'HelpTexts') },
  {
    path: paths.privacyPolicy,
    access: 'anybody',
    isFramed: false,
    screen: later(helpScreens, 'PrivacyPolicyPage'),
  },
  { path: paths.deviceCheck, access: 'anybody', screen: later(deviceCheck, 'DeviceCheckPage') },
]

/**
 * This only decides what the portal shows; the server authorises each call by the token alone. If `privilege` is absent,
 * every signed-in agent may see the screen.
 */
type Access = 'anybody' | 'login-lock' | { privilege?: Privilege; sorry?: SorryAbout }

type Locks = Pick<SessionState, 'loginLock' | 'dashboardLock' | 'allPrevielages'>

export function judge(access: Access, locks: Locks): 'allowed' | 'fallback' | 'denied' | SorryAbout {
  if (access === 'anybody') return 'allowed'
  if (access === 'login-lock') return locks.loginLock === 'true' ? 'allowed' : 'fallback'
  if (locks.dashboardLock !== 'true') return 'fallback'
  const { privilege, sorry = 'denied' } = access
  return !privilege || locks.allPrevielages.includes(privilege) ? 'allowed' : sorry
}

export function usePrefetch(): void {
  useEffect(() => {
    // A browser with Data Saver gets no prefetch; each screen loads when the agent opens it.
    if (navigator.connection?.saveData) return undefined
    const start = () => void fetchInTurn()
    // Safari lacks requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, 2000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(start, { timeout: 5000 })
    return () => cancelIdleCallback(handle)
  }, [])
}

declare global {
  interface Navigator {
    /** Only Chromium has `navigator.connection`. */
    connection?: { saveData: boolean }
  }
}

/** Loads one screen after the other, so that a slow connection stays free for the agent's own requests. */
async function fetchInTurn(): Promise<void> {
  try {
    for (const load of laterScreens) await load()
  } catch {
    // The next screen loads when the agent opens it.
  }
}
