import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { CallFailed } from '@ekyc/ui/browser/call-errors.ts'
import { indiaDate } from '@ekyc/contract/india-time'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { usePathname } from '@ekyc/ui/browser/location.ts'
import { shownTime, initials } from '@ekyc/ui/texts/shown.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { Icon } from '@ekyc/ui/controls/icon.tsx'

import { useSession, remember, useMemory } from '../session/session.ts'
import styles from './page-frame.module.css'
import { NetworkNotice, Link, BrandMark } from '../ui/screen.tsx'
import { useCall } from '../api/use-call.ts'
import { paths, useHome, go, soon } from '../session/navigation.ts'
import { t } from '../texts/t.ts'
import { useBranding } from '../api/branding.ts'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { logOut } from '../api/api-client.ts'
import { clearSession } from '../session/end-session.ts'
import { SessionWatch } from './session-watch.tsx'

/** The frame clears the query cache when it unmounts, so that no agent sees another agent's data. */
export function PageFrame({ children }: { children: ReactNode }) {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const [queryClient] = useState(createQueryClient)
  useEffect(() => () => queryClient.clear(), [queryClient])
  const path = usePathname()
  const mayDoKyc = useSession(session => session.allPrevielages.includes('DO_EKYC_APP'))
  return (
    <QueryClientProvider client={queryClient}>
      <PageHeader />
      <main className={`stack-16 across ${styles.main}`}>{children}</main>
      <PageFooter />
      <div ref={shareHeight} className={`across not-printed ${styles.notices}`}>
        {signedIn && <SessionWatch />}
        {/* The key mounts the notice anew on each page, so it asks the server again if the last answer is old. */}
        {signedIn && mayDoKyc && (path === paths.dashboard || path === paths.doKyc) && <Outages key={path} />}
        <NetworkNotice />
      </div>
    </QueryClientProvider>
  )
}

/** A bar at the bottom of a screen needs the height of the notices, to stand above them. */
function shareHeight(notices: HTMLDivElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--notices', `${notices.offsetHeight}px`))
  observer.observe(notices)
  return () => {
    observer.disconnect()
    style.removeProperty('--notices')
  }
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A query runs, and may fail, without a network. A failed one runs again when the server is reachable.
        networkMode: 'always',
        refetchOnReconnect: ({ state }) => state.status === 'error',
        // Retries once, and only after a broken connection: a refused call would be refused again, and a busy server
        // must not get more load.
        retry: (failures, error) => failures < 1 && error instanceof CallFailed && error.kind === 'network',
      },
    },
  })
}

/** No timer asks the server, because such calls would keep an idle session alive. */
export function useOutages(enabled = true) {
  const username = useSession(session => session.phone)
  return useCall('getOutages', { username }, { enabled }).data
}

function Outages() {
  const data = useOutages()
  return data?.outages.map(({ service, since }) => (
    <Alert key={service} tone="warning">
      <p>
        <strong>{t(`outage.${service}`, { time: shownSince(since) })}</strong> {t('outage.words')}
      </p>
    </Alert>
  ))
}

function shownSince(iso: string): string {
  const [day = '', time = ''] = shownTime(iso).slice(0, -':00'.length).split(' ')
  return indiaDate(new Date(iso)) === indiaDate(serverNow()) ? time : `${day} ${time}`
}

function PageFooter() {
  const { copyright, providerCredit } = useBranding()
  const isSignedIn = useSession(session => session.dashboardLock === 'true')
  // /FAQ requires a session; /TnC shows the same text to everybody.
  const [faq, privacy] = isSignedIn ? [paths.faq, paths.faq] : [paths.termsAndConditions, paths.privacyPolicy]
  return (
    <footer className={`quiet ${styles.footer}`}>
      <div className={`row-8 across ${styles.footerRow}`}>
        <nav className={styles.links} aria-label={t('frame.footer')}>
          <Link to={faq}>{t('frame.faq')}</Link>
          <Link to={privacy}>{t('privacy.onboarding.title')}</Link>
        </nav>
        <p>{copyright}</p>
        {providerCredit.text && (
          <a href={providerCredit.url} target="_blank" rel="noreferrer">
            {providerCredit.text}
          </a>
        )}
      </div>
    </footer>
  )
}

/** The header omits the greeting where the dashboard shows it as the page's title. */
function PageHeader() {
  const signedIn = useSession(session => session.dashboardLock === 'true')
  const name = useSession(session => session.profileInfo?.name)
  // viewCompalints (sic, product.md section 6) is a flag without a visible effect.
  const viewCompalints = useSession(session => session.allPrevielages.includes('VIEW_COMPLAINTS'))
  const home = useHome()
  const sentence = useGreeting()
  const isOnDashboard = usePathname() === paths.dashboard
  const hasDashboard = useSession(session => session.allPrevielages.includes('VIEW_APP_DASHBOARD'))
  return (
    <header className={styles.header} data-view-compalints={viewCompalints}>
      <div className={`across ${styles.row}`}>
        <Link to={home} className={styles.logo} aria-current={isOnDashboard ? 'page' : undefined}>
          <BrandMark />
          <span className="unseen">{t(signedIn ? 'frame.toDashboard' : 'frame.toLogin')}</span>
        </Link>
        {!signedIn && <LanguageMenu />}
        {signedIn && (
          <>
            <p className={`unseen-on-phone ${styles.greeting}`}>
              {!(isOnDashboard && hasDashboard) && sentence}
            </p>
            <UserMenu name={name} />
          </>
        )}
      </div>
    </header>
  )
}

/** Returns the greeting for the hour at which the screen opened, even if the hour has passed. */
export function useGreeting(): string {
  const name = useSession(session => session.profileInfo?.name)
  const [hour] = useState(() => new Date().getHours())
  return greeting(hour, name)
}

/** product.md section 2 has no text for hour 8 (sic); decisions.md section 4 gives it. */
export function greeting(hour: number, agentName: string | undefined): string {
  const time = hour < 8 ? 'morning' : hour === 8 ? 'hourEight' : hour <= 19 ? 'afternoon' : 'evening'
  return t(`frame.${time}`, { name: agentName || t('profile.unknown') })
}

const menuId = 'user-menu'
const views = [
  { name: 'profile', icon: 'user', title: 'profile.title' },
  { name: 'security', icon: 'lock', title: 'security.title' },
] as const

function UserMenu({ name }: { name: string | undefined }) {
  const shownName = name || t('frame.unknownUser')
  const currentView = useMemory(({ view }) => view)
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={menuId}>
        <span className={styles.avatar} style={{ width: 30, height: 30 }} aria-hidden="true">
          {initials(shownName)}
        </span>
        <span className="unseen">{t('frame.menu', { name: shownName })}</span>
      </button>
      <div id={menuId} popover="auto" className={`menu ${styles.menu}`}>
        <p className={`quiet ${styles.name}`}>{shownName}</p>
        <LanguageMenu />
        {views.map(({ name: view, icon, title }) => (
          <button
            key={view}
            type="button"
            popoverTarget={menuId}
            popoverTargetAction="hide"
            aria-current={view === currentView ? 'page' : undefined}
            onClick={() => {
              remember({ view })
              soon(() => go(paths[view]))
            }}
          >
            <Icon name={icon} />
            {t(title)}
          </button>
        ))}
        <button type="button" popoverTarget={menuId} popoverTargetAction="hide" onClick={leavePortal}>
          <Icon name="logout" />
          {t('frame.logout')}
        </button>
      </div>
    </>
  )
}

/** Logs out in this browser, even if the call fails. The call only revokes the token (decisions.md section 1). */
function leavePortal(): void {
  logOut()
  soon(() => {
    clearSession()
    go(paths.home)
  })
}
