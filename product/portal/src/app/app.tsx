import { Suspense, useDeferredValue, useMemo, type ReactNode } from 'react'

import { usePathname } from '@ekyc/ui/location.ts'
import { useSession } from '../session/session.ts'
import { AppErrorBoundary } from './app-error-boundary.tsx'
import { judge, type Verdict } from './guard.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { usePrefetch } from './prefetch.ts'
import { AccessDenied, FallbackScreen, PageFrame, routes, Sorry, type Route } from './routes.tsx'

export function App() {
  const path = usePathname()
  const locks = useLocks()
  // Defers path and locks together, so that the old screen stays visible until the chunk of the next screen has loaded.
  const destination = useDeferredValue(useMemo(() => ({ path, locks }), [path, locks]))
  const route = routes.find(({ path: own }) => own === destination.path)
  const verdict: Verdict = route ? judge(route.access, destination.locks) : { kind: 'fallback' }
  usePrefetch()
  return (
    <AppErrorBoundary at={destination.path}>
      <Suspense fallback={<LoadingScreen />}>
        <Screen route={route} verdict={verdict} />
      </Suspense>
    </AppErrorBoundary>
  )
}

function useLocks() {
  const loginLock = useSession(session => session.loginLock)
  const dashboardLock = useSession(session => session.dashboardLock)
  const allPrevielages = useSession(session => session.allPrevielages)
  return useMemo(
    () => ({ loginLock, dashboardLock, allPrevielages }),
    [loginLock, dashboardLock, allPrevielages],
  )
}

function Screen({ route, verdict }: { route: Route | undefined; verdict: Verdict }): ReactNode {
  if (!route || verdict.kind === 'fallback') return <FallbackScreen />
  if (verdict.kind === 'denied') return <AccessDenied />
  const content = verdict.kind === 'sorry' ? <Sorry about={verdict.about} /> : <route.screen />
  return route.frame === 'page' ? <PageFrame>{content}</PageFrame> : content
}
