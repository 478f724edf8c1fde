import { setConnected } from '@ekyc/ui/browser/connection.ts'
import { testTime } from '@ekyc/ui/testing/test-time.ts'
import { user } from '@ekyc/ui/testing/user.ts'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

import { defaultBranding, useBranding } from '../api/branding.ts'
import { App } from '../app/app.tsx'
import { clearAccessToken, storeAccessToken } from '../session/access-token.ts'
import { forgetLogIn } from '../session/newest-log-in.ts'
import type { SessionState } from '../session/session-state.ts'
import { resetSession, setSession } from '../session/session.ts'
import { fakeNetwork, type FakeNetwork } from './fake-network.ts'
import { closeLogIn, openLogIn } from './log-in.tsx'
import { asha } from './usual-answers.ts'

/** Gives each test of a file a new network, sets it up, and closes the portal after it. */
export function eachTestsNetwork(setUp: (network: FakeNetwork) => unknown = () => {}): FakeNetwork {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled before each test
  const network = {} as FakeNetwork
  beforeEach(async () => {
    Object.assign(network, fakeNetwork())
    await setUp(network)
  })
  afterEach(closePortal)
  return network
}

/** Opens the log-in or the portal, as the server does at this path. Fake time stands still, and `wait` moves it. */
export async function openPortal(path: string) {
  window.history.replaceState(null, '', path)
  vi.spyOn(window.location, 'replace').mockImplementation(() => void openLogIn().catch(ignoreAfterTest))
  if (/^\/(login\/?)?$/.test(path)) await openLogIn()
  else await act(async () => render(<App />))
  return { user, wait }
}

/** A test may end while the log-in still opens. */
function ignoreAfterTest(error: unknown): void {
  if (document.getElementById('root')) throw error
}

export function renderScreen(screen: ReactNode): RenderResult {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)
}

export async function wait(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    await vi.dynamicImportSettled()
  })
}

export function signedInAgent(patch: Partial<SessionState> = {}): void {
  resetSession()
  storeAccessToken('token-1', 600_000_000)
  setSession({
    phone: asha.mobile,
    profileInfo: asha,
    allPrevielages: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'],
    dashboardLock: 'true',
    warningTime: testTime + 600_000_000 - 300_000,
    ...patch,
  })
}

/** Sets the session of the agent Asha after the log-in screen accepted her mobile number. */
export function checkedAgent(): void {
  setSession({ phone: asha.mobile, loginLock: 'true' })
}

/** localStorage stays, except for the entry of the newest log-in. */
export function closePortal(): void {
  useBranding.setState(defaultBranding, true)
  cleanup()
  closeLogIn()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  clearAccessToken()
  forgetLogIn()
  resetSession()
  setConnected(true)
  onlineManager.setOnline(true)
  window.sessionStorage.clear()
}
