import type { Privilege } from '@ekyc/contract/words'
import { expect, test } from 'vitest'

import type { Lock } from '../session/session-state.ts'
import { judge, routes } from './routes.tsx'

const accessOf = Object.fromEntries(routes.map(({ path, access }) => [path, access]))

const signedIn = (...allPrevielages: Privilege[]) => ({
  loginLock: '' as Lock,
  dashboardLock: 'true' as Lock,
  allPrevielages,
})
const nobody = { ...signedIn(), dashboardLock: '' as Lock }

const unlocked = ['/login-with-password', '/otp']
test.each(unlocked)('[NAV-3] %s is reachable only while loginLock is true, signed in or not', path => {
  const access = accessOf[path] ?? 'anybody'
  expect(judge(access, { ...nobody, loginLock: 'true' })).toBe('allowed')
  expect(judge(access, nobody)).toBe('fallback')
  expect(judge(access, signedIn('VIEW_APP_DASHBOARD'))).toBe('fallback')
})

const gated: [string, Privilege][] = [
  ['/dashboard', 'VIEW_APP_DASHBOARD'],
  ['/profile', 'VIEW_APP_DASHBOARD'],
  ['/FAQ', 'VIEW_APP_DASHBOARD'],
  ['/change-password', 'SET_NEW_PASSWORD'],
  ['/do-kyc', 'DO_EKYC_APP'],
  ['/kyc-result', 'DO_EKYC_APP'],
  ['/kyc-order', 'DO_EKYC_APP'],
  ['/kyc-list', 'DO_EKYC_APP'],
]

test.each(gated)('[NAV-4] [NAV-5] %s needs dashboardLock and %s', (path, privilege) => {
  const access = accessOf[path] ?? 'anybody'
  const others = (
    ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD', 'VIEW_COMPLAINTS'] as const
  ).filter(other => other !== privilege)
  expect(judge(access, signedIn(privilege))).toBe('allowed')
  expect(judge(access, { ...signedIn(privilege), dashboardLock: '' })).toBe('fallback')
  expect(judge(access, signedIn(...others))).not.toBe('allowed')
})

test('every signed-in agent may see and end sessions, whatever the bank has withheld; nobody else may', () => {
  const access = accessOf['/security'] ?? 'anybody'
  expect(judge(access, signedIn())).toBe('allowed')
  expect(judge(access, nobody)).toBe('fallback')
})
