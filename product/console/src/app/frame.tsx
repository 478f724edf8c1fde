import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'
import { Checkbox } from '@ekyc/ui/controls/form.tsx'
import { initials } from '@ekyc/ui/texts/shown.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'

import { listKeys, switchKeys, useAllKeys, useKeyboard, useKeys } from '../parts/keys.ts'
import { Sign, Button, CancelDialog, Link } from '../parts/elements.tsx'
import { signedInAs, useSession, useStaff } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { shownRoles } from '../texts/shown.ts'
import styles from './frame.module.css'
import { SearchField } from './search-field.tsx'
import { useNavigation } from './routes.tsx'
import { BankBrand } from '../parts/page.tsx'
import { go, useAddress } from '../session/address.ts'
import { call, useProof } from '../session/call.ts'
import { tell, useOutcome } from '../parts/act-dialog.tsx'

export function Frame({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLElement>(null)
  const pages = useNavigation()
  const hasEnded = useSession(session => session.hasEnded)
  const isOneEnough = useSession(({ staff }) => staff?.fourEyes === false)
  const waiting = pages.reduce((sum, { count }) => sum + count, 0)
  useKeyboard()
  useKeys(
    pages.flatMap(({ to, key, title }) =>
      key ? [{ press: `g ${key}`, says: t('keys.goTo', { page: title }), run: () => go(to) }] : [],
    ),
  )
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {t('frame.skip')}
      </button>
      <div className={styles.side}>
        <Navigation />
      </div>
      <header className={styles.top}>
        <button type="button" className={styles.menu} onClick={() => menu.current?.showModal()}>
          <Sign name="menu" />
          <span className="unseen">
            {waiting > 0 ? t('frame.menuWaiting', { count: waiting }) : t('frame.menu')}
          </span>
        </button>
        <SearchField />
        <UserMenu />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a link inside closes it, by keyboard too */}
      <dialog
        ref={menu}
        className={styles.drawer}
        aria-label={t('frame.navigation')}
        onClick={({ target }) => {
          const isLink = target instanceof Element && target.closest('a') !== null
          if (isLink || target === menu.current) menu.current?.close()
        }}
      >
        <button type="button" className={styles.close} onClick={() => menu.current?.close()}>
          <Sign name="cross" />
          <span className="unseen">{t('frame.close')}</span>
        </button>
        <Navigation />
      </dialog>
      <main ref={content} className={`stack-16 ${styles.content}`} tabIndex={-1}>
        <Offline />
        <SessionEndsSoon />
        {isOneEnough && <Alert tone="warning">{t('fourEyes.off')}</Alert>}
        <LastOutcome />
        {children}
      </main>
      <KeyList />
      {hasEnded && <SignInAgain />}
      <ProofDialog />
    </div>
  )
}

function Navigation() {
  const { path } = useAddress()
  const pages = useNavigation()
  // The first part of the path names the section, so the page of one agent belongs to the section of agents.
  const section = `/${path.split('/')[1]}`
  return (
    <nav className={styles.navigation} aria-label={t('frame.navigation')}>
      <div className={styles.brand}>
        <BankBrand />
      </div>
      {(['', 'work', 'watch', 'setUp'] as const).map(group => {
        const own = pages.filter(page => page.group === group)
        if (own.length === 0) return null
        return (
          <div key={group}>
            {group && <h2>{t(`group.${group}`)}</h2>}
            <ul>
              {own.map(({ to, sign, title, count }) => (
                <li key={to}>
                  <Link to={to} aria-current={to === section ? 'page' : undefined}>
                    <Sign name={sign} />
                    {title}
                    {count > 0 && (
                      <span className={styles.count} aria-label={t('frame.waiting', { count })}>
                        {count}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

const accountId = 'user-menu'

function UserMenu() {
  const staff = useStaff()
  if (!staff) return null
  const roles = shownRoles(staff.roles)
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={accountId}>
        <span className="on-laptop">
          <b dir="auto">{staff.name}</b>
          <small>{roles}</small>
        </span>
        <span className={styles.face} aria-hidden="true">
          {initials(staff.name)}
        </span>
        <span className="unseen">{t('frame.account', { name: staff.name })}</span>
      </button>
      <div id={accountId} popover="auto" className={`menu ${styles.account}`}>
        <p>
          <b dir="auto">{staff.name}</b>
          <small>{roles}</small>
        </p>
        <Link to="/me" onClick={() => document.getElementById(accountId)?.hidePopover()}>
          {t('me.title')}
        </Link>
        <button
          type="button"
          popoverTarget={accountId}
          popoverTargetAction="hide"
          onClick={() => listKeys(true)}
        >
          {t('keys.title')}
        </button>
        <button type="button" onClick={() => void signOut()}>
          {t('frame.signOut')}
        </button>
      </div>
    </>
  )
}

/** Ends the session and loads the sign-in page anew, so that no data of this person stay in the page. */
async function signOut(): Promise<void> {
  await call('signOut', {}).catch(() => {})
  location.assign('/sign-in')
}

function KeyList() {
  const { lists, areOn, areListed } = useAllKeys()
  useKeys([
    { press: '?', says: t('keys.list'), run: () => listKeys(true) },
    { press: 'Escape', says: t('keys.escape'), run: () => {} },
  ])
  if (!areListed) return null
  const close = () => listKeys(false)
  return (
    <Dialog
      title={t('keys.title')}
      onClose={close}
      actions={
        <Button look="quiet" onClick={close}>
          {t('frame.close')}
        </Button>
      }
    >
      <dl className={styles.keys}>
        {lists
          .flatMap(list => list())
          .map(({ press, says }) => (
            <div key={press}>
              <dt>
                {press.split(' ').map(one => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
      </dl>
      <Checkbox checked={areOn} onChange={({ target }) => switchKeys(target.checked)}>
        {t('keys.switch')}
      </Checkbox>
      <p>{t('keys.note')}</p>
    </Dialog>
  )
}

/**
 * The person signs in again in another tab, so that this page keeps the typed input. If another person signs in, this
 * tab loads the home page.
 */
function SignInAgain() {
  const name = useSession(({ staff }) => staff?.name ?? '')
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void goOn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return (
    <Dialog
      title={t('session.ended')}
      onClose={() => {}}
      actions={
        <>
          <Button onClick={() => window.open('/sign-in', '_blank', 'noopener')}>{t('session.signIn')}</Button>
          <Button look="quiet" onClick={() => void goOn()}>
            {t('session.goOn')}
          </Button>
        </>
      }
    >
      <p>{t('session.endedText', { name })}</p>
    </Dialog>
  )
}

async function goOn(): Promise<void> {
  await call('getMe', {}).then(signedInAs, () => {})
}

/** Asks for a proof of who acts. A button opens the provider's window, because browsers block unasked pop-ups. */
function ProofDialog() {
  const { atProvider } = useProof()
  if (!atProvider) return null
  const { address, giveUp } = atProvider
  return (
    <CancelDialog
      title={t('proof.title')}
      onClose={giveUp}
      actions={
        <Button onClick={() => window.open(address, '_blank', 'popup,width=520,height=680,noopener')}>
          {t('proof.open')}
        </Button>
      }
    >
      <p>{t('proof.text')}</p>
      <output>{t('proof.waiting')}</output>
    </CancelDialog>
  )
}

const warnBeforeMs = 60_000
const askAgainMs = 10_000

function LastOutcome() {
  const { outcome, path } = useOutcome()
  const isHere = useAddress().path === path
  if (!outcome || !isHere) return null
  const { says, to, follow } = outcome
  return (
    <Alert
      tone="success"
      actions={
        <>
          {to && <Link to={to}>{follow}</Link>}
          <Button look="link" small onClick={() => tell(undefined)}>
            {t('outcome.dismiss')}
          </Button>
        </>
      }
    >
      {says}
    </Alert>
  )
}

function Offline() {
  const isConnected = useIsConnected()
  useEffect(() => {
    if (isConnected) return undefined
    const ask = () => void call('getMe', {}).catch(() => {})
    const timer = setInterval(ask, askAgainMs)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [isConnected])
  if (isConnected) return null
  return (
    <Alert tone="warning">
      <strong>{t(navigator.onLine ? 'offline.server' : 'offline.title')}</strong> {t('offline.text')}
    </Alert>
  )
}

function SessionEndsSoon() {
  const heardAt = useSession(session => session.heardAt)
  const hasEnded = useSession(session => session.hasEnded)
  const limits = useSession(({ staff }) => staff?.session)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (hasEnded || !limits) return null
  const left = Math.ceil((heardAt + limits.idleLimitMs - now) / 1_000)
  if (left > warnBeforeMs / 1_000 || left <= 0) return null
  return (
    <Alert
      tone="warning"
      actions={
        <Button look="quiet" small onClick={() => void call('getMe', {}).catch(() => {})}>
          {t('session.stay')}
        </Button>
      }
    >
      {/* A screen reader announces this text once; the visible text below changes every second. */}
      <span className="unseen">{t('session.endsSoon', { seconds: warnBeforeMs / 1_000 })}</span>
      <span aria-hidden="true">{t('session.endsSoon', { seconds: left })}</span>
    </Alert>
  )
}
