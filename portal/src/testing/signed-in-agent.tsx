import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'

import { storeAccessToken } from '../session/access-token.ts'
import type { SessionState } from '../session/session-state.ts'
import { resetSession, setSession } from '../session/session.ts'

/** Asha Verma, logged in with every privilege. */
export function signedInAgent(patch: Partial<SessionState> = {}): void {
  resetSession()
  storeAccessToken('made-up-token', 60_000)
  setSession({
    phone: '9000000001',
    dashboardLock: 'true',
    allPrevielages: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'],
    ...patch,
  })
}

/** A screen as the page frame shows it, with nothing fetched before. */
export function renderScreen(screen: ReactNode): RenderResult {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)
}
