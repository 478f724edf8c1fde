import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense, useDeferredValue, useEffect, useState, type ReactNode } from 'react'

import { Waiting } from '../parts/waiting.tsx'
import { ErrorBoundary } from '@ekyc/ui/error-boundary.tsx'
import { useLanguage } from '@ekyc/ui/language.ts'
import { go } from '@ekyc/ui/location.ts'

import { currentAddress, useAddress } from '../session/address.ts'
import { Refused } from '../session/call-errors.ts'
import { call } from '../session/call.ts'
import { signedInAs, useSession, useStaff } from '../session/session.ts'
import { createQueryClient } from './query-client.ts'
import { Frame } from './frame.tsx'
import { NotAllowed, NotFound } from './no-page.tsx'
import { PageFailed } from './page-failed.tsx'
import { routes, routeTo } from './routes.tsx'
import { mayOpen, Routes } from './use-pages.ts'

export function Console() {
  // Renders every text again when the language changes.
  useLanguage()
  const [queries] = useState(createQueryClient)
  return (
    <StrictMode>
      <ErrorBoundary at="start" instead={<PageFailed />}>
        <QueryClientProvider client={queries}>
          <Routes value={routes}>
            <Page />
          </Routes>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  )
}

/** Shows the previous page until the chunk of the next page has loaded, so that the screen never becomes blank. */
function Page(): ReactNode {
  const { path } = useAddress()
  const shown = useDeferredValue(path)
  const found = routeTo(shown)
  const isPublic = found?.route.access === 'public'
  const isKnown = useWho(isPublic)
  const roles = useStaff()?.roles
  const screen = found && (
    <ErrorBoundary at={shown} instead={<PageFailed />}>
      <Suspense fallback={<Waiting />}>
        {/* The key gives each agent or proposal a page of its own, so that no input from the previous page remains. */}
        <found.route.screen key={Object.values(found.parameters).join()} parameters={found.parameters} />
      </Suspense>
    </ErrorBoundary>
  )
  if (isPublic) return screen
  if (!isKnown || !roles) return <Waiting />
  if (!found) return <Frame>{<NotFound />}</Frame>
  return <Frame>{mayOpen(found.route, roles) ? screen : <NotAllowed access={found.route.access} />}</Frame>
}

const againAfterMs = 3_000

/** Asks the server who has signed in. A person without a session goes to the sign-in page, and then returns here. */
function useWho(isPublic: boolean): boolean {
  const isKnown = useSession(({ staff }) => staff !== undefined)
  useEffect(() => {
    if (isPublic || isKnown) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      call('getMe', {}).then(signedInAs, (error: unknown) => {
        if (error instanceof Refused && error.status === 401) go(signInAddress(), { replace: true })
        else timer = setTimeout(ask, againAfterMs)
      })
    }
    ask()
    return () => clearTimeout(timer)
  }, [isPublic, isKnown])
  return isKnown
}

function signInAddress(): string {
  const here = currentAddress()
  return here === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(here)}`
}
