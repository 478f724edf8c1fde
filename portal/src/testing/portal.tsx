import type { Privilege } from '@ekyc/contract/words'
import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'

import { App } from '../app/app.tsx'
import { clearAccessToken, storeAccessToken } from '../session/access-token.ts'
import { setCurrentView } from '../session/current-view.ts'
import { forgetLogIn } from '../session/newest-log-in.ts'
import { setNotice } from '../session/notice.ts'
import { resetSession, setSession } from '../session/session.ts'
import { asha } from './stub-server.ts'

/** The whole portal in a browser that is opened at one address. Time goes on by itself, or by `wait`. */
export async function openPortal(path: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.history.replaceState(null, '', path)
  const user = userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) })
  await act(async () => render(<App />))
  return { user, wait }
}

export async function wait(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

/** A session as a good log-in leaves it. */
export function signedInAgent(
  privileges: Privilege[] = ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'],
): void {
  storeAccessToken('token-1', 600_000_000)
  setSession({
    phone: asha.mobile,
    profileInfo: asha,
    allPrevielages: privileges,
    dashboardLock: 'true',
    warningTime: Date.now() + 600_000_000 - 300_000,
  })
}

/** A browser that has just been checked in at the log-in screen. */
export function checkedAgent(): void {
  setSession({ phone: asha.mobile, loginLock: 'true' })
}

/** Leaves nothing of one test to the next. */
export function closePortal(): void {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearAccessToken()
  forgetLogIn()
  resetSession()
  setNotice('')
  setCurrentView('')
  window.sessionStorage.clear()
}
