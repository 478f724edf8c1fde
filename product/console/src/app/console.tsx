import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { ErrorBoundary } from '@ekyc/ui/states/error-boundary.tsx'
import { useLanguage } from '@ekyc/ui/texts/language.ts'

import { PageHead, Waiting } from '../parts/page.tsx'
import { type Access, addressOf, currentAddress, go, useAddress } from '../session/address.ts'
import { call, NoAnswer, Refused } from '../session/call.ts'
import { rolesThatMay, signedInAs, useSession, useStaff } from '../session/session.ts'
import { Frame } from './frame.tsx'
import { mayOpen, routeTo } from './routes.tsx'
import { Button, Link } from '../parts/elements.tsx'
import { t } from '../texts/t.ts'
import { shownRoles } from '../texts/shown.ts'

export function Console() {
  useLanguage()
  const [queries] = useState(createQueryClient)
  return (
    <StrictMode>
      <ErrorBoundary at="start" instead={<PageFailed />}>
        <QueryClientProvider client={queries}>
          <Page />
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
  const isPublic = found?.access === 'public'
  const isKnown = useWho(isPublic)
  const roles = useStaff()?.roles
  const screen = found && (
    <ErrorBoundary at={shown} instead={<PageFailed />}>
      <Suspense fallback={<Waiting />}>
        {/* The key gives each agent or proposal a page of its own, so that no input from the previous page remains. */}
        <found.screen key={Object.values(found.parameters).join()} {...found.parameters} />
      </Suspense>
    </ErrorBoundary>
  )
  if (isPublic) return screen
  if (!isKnown || !roles) return <Waiting />
  if (!found) return <Frame>{<NotFound />}</Frame>
  return <Frame>{mayOpen(found.access, roles) ? screen : <NotAllowed access={found.access} />}</Frame>
}

const againAfterMs = 3_000

function useWho(isPublic: boolean): boolean {
  const isKnown = useSession(({ staff }) => staff !== undefined)
  useEffect(() => {
    if (isPublic || isKnown) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      call('getMe', {}).then(signedInAs, (error: unknown) => {
        const here = currentAddress()
        if (error instanceof Refused && error.status === 401)
          go(addressOf('/sign-in', { to: here === '/' ? '' : here }), { replace: true })
        else timer = setTimeout(ask, againAfterMs)
      })
    }
    ask()
    return () => clearTimeout(timer)
  }, [isPublic, isKnown])
  return isKnown
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The audit trail records every read. A component that mounts again within 10 s therefore causes no new read,
        // and neither does a window that gets the focus.
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: ({ state }) => state.status === 'error',
        retry: (failures, error) => failures < 1 && error instanceof NoAnswer,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Asks for a reload, which also loads a new release of the console. */
function PageFailed() {
  return (
    <div role="alert">
      <h1>{t('error.title')}</h1>
      <p>{t('error.text')}</p>
      <Button onClick={() => location.reload()}>{t('frame.reload')}</Button>
    </div>
  )
}

function NotAllowed({ access }: { access: Access }) {
  const yours = useStaff()?.roles ?? []
  const may = access === 'public' || access === 'staff' ? [] : rolesThatMay(access)
  return (
    <>
      <PageHead title={t('denied.title')} />
      <p>{t('denied.may', { roles: shownRoles(may) })}</p>
      <p>{t('denied.ask', { yours: shownRoles(yours) })}</p>
    </>
  )
}

function NotFound() {
  return (
    <>
      <PageHead title={t('missing.title')} />
      <p>{t('missing.text')}</p>
      <p>
        <Link to="/">{t('missing.home')}</Link>
      </p>
    </>
  )
}
