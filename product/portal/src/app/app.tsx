import { Suspense, useDeferredValue, useMemo, type ReactNode, StrictMode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { usePathname } from '@ekyc/ui/browser/location.ts'
import { ErrorBoundary } from '@ekyc/ui/states/error-boundary.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { useLanguage } from '@ekyc/ui/texts/language.ts'

import { useSession } from '../session/session.ts'
import { judge, usePrefetch, AccessDenied, FallbackScreen, PageFrame, routes, Sorry } from './routes.tsx'
import { LoadingScreen } from './open-log-in.tsx'
import { t } from '../texts/t.ts'
import styles from './fallback-screen.module.css'
import { speakBranding } from '../api/branding.ts'

export function App() {
  const path = usePathname()
  const locks = useSession(
    useShallow(({ loginLock, dashboardLock, allPrevielages }) => ({
      loginLock,
      dashboardLock,
      allPrevielages,
    })),
  )
  // Defers path and locks together, so that the old screen stays visible until the chunk of the next screen has loaded.
  const destination = useDeferredValue(useMemo(() => ({ path, locks }), [path, locks]))
  usePrefetch()
  return (
    <AppErrorBoundary at={destination.path}>
      <Suspense fallback={<LoadingScreen />}>
        <Screen {...destination} />
      </Suspense>
    </AppErrorBoundary>
  )
}

function Screen({ path, locks }: { path: string; locks: Parameters<typeof judge>[1] }): ReactNode {
  const route = routes.find(({ path: own }) => own === path)
  const verdict = route ? judge(route.access, locks) : 'fallback'
  if (!route || verdict === 'fallback') return <FallbackScreen />
  if (verdict === 'denied') return <AccessDenied />
  const content = verdict === 'allowed' ? <route.screen /> : <Sorry about={verdict} />
  return route.isFramed === false ? content : <PageFrame>{content}</PageFrame>
}

export function AppErrorBoundary(props: { at: string; children: ReactNode }) {
  return <ErrorBoundary instead={<UnexpectedError />} {...props} />
}

/** Shows the error boundary's screen (product.md section 8). A reload also gets chunks that a new release renamed. */
function UnexpectedError() {
  return (
    <main className={styles.screen}>
      <div role="alert">
        <h1>{t('app.error.title')}</h1>
        <p className={styles.quiet}>{t('app.error.text')}</p>
      </div>
      <Button onClick={() => window.location.reload()}>{t('app.error.reload')}</Button>
    </main>
  )
}

useLanguage.subscribe(speakBranding)

export function Portal() {
  useLanguage()
  return (
    <StrictMode>
      <AppErrorBoundary at="start">
        <App />
      </AppErrorBoundary>
    </StrictMode>
  )
}
