import { QueryRegion, Skeleton } from '@ekyc/ui/states/query-region.tsx'
import { offersPasskeys } from '@ekyc/ui/browser/passkeys.ts'
import type { Passkey, SessionInUse } from '@ekyc/contract/shapes'
import { useState, startTransition, useActionState, useEffect, useRef } from 'react'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert, FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'
import { shownTime } from '@ekyc/ui/texts/shown.ts'

import { t, words, type Words } from '../../texts/t.ts'
import { BackLink, ScreenTitle, Link } from '../../ui/screen.tsx'
import { AddPasskeyCard } from './add-passkey-card.tsx'
import styles from './security.module.css'
import { call } from '../../api/api-client.ts'
import { useAnswerChange, useCall } from '../../api/use-call.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../session/navigation.ts'

export function SecurityPage() {
  const { query, change } = useSecurity()
  return (
    <>
      <BackLink />
      <ScreenTitle>{t('security.title')}</ScreenTitle>
      <QueryRegion
        name={t('security.title')}
        query={query}
        recovered={t('security.loaded')}
        loading={
          <output>
            {t('app.loading')}
            <Skeleton lines={4} height={72} />
          </output>
        }
      >
        {({ passkeys, sessions }) => (
          <div className={styles.cards}>
            <div className={styles.passkeys}>
              <PasskeysCard passkeys={passkeys} change={change} />
              {offersPasskeys() && (
                <AddPasskeyCard hasPasskey={passkeys.length > 0} onAdded={() => void query.refetch()} />
              )}
            </div>
            <SessionsCard sessions={sessions} change={change} />
          </div>
        )}
      </QueryRegion>
    </>
  )
}

function PasskeysCard({ passkeys, change }: { passkeys: readonly Passkey[]; change: ChangeSecurity }) {
  const username = useSession(session => session.phone)
  const [candidate, setCandidate] = useState<Passkey>()
  const removal = useRemoval()
  const close = () => setCandidate(undefined)
  const rows = passkeys.map(passkey => ({
    ...factsOfPasskey(passkey),
    onRemove: () => setCandidate(passkey),
  }))
  if (rows.length === 0 && !offersPasskeys() && !removal.outcome.said) return null
  return (
    <Card title={t('passkey.title')}>
      {rows.length === 0 && <p>{t('passkey.none')}</p>}
      <RemovalList name={t('passkey.title')} rows={rows} removal={removal} />
      {candidate && (
        <Dialog
          title={t('passkey.removeTitle')}
          onClose={close}
          actions={
            <>
              <Button look="quiet" onClick={close}>
                {t('frame.cancel')}
              </Button>
              <Button onClick={() => remove(candidate.id)}>{t('security.remove')}</Button>
            </>
          }
        >
          {t('passkey.removeWords', { name: factsOfPasskey(candidate).name })}
        </Dialog>
      )}
    </Card>
  )

  function remove(id: string): void {
    close()
    removal.remove(id, async () => {
      await call('removePasskey', { username, id })
      await change(security => ({
        ...security,
        passkeys: security.passkeys.filter(passkey => passkey.id !== id),
      }))
      return words('passkey.removed')
    })
  }
}

const everyOther = 'every other'

function SessionsCard({ sessions, change }: { sessions: readonly SessionInUse[]; change: ChangeSecurity }) {
  const username = useSession(session => session.phone)
  const mayChangePassword = useSession(session => session.allPrevielages.includes('SET_NEW_PASSWORD'))
  const removal = useRemoval()
  const rows = sessions.map(session => ({ ...factsOfSession(session), onRemove: () => end(session) }))
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <Card title={t('security.sessions')}>
      <RemovalList name={t('security.sessions')} rows={rows} removal={removal} />
      {hasOthers && (
        <Button
          look="quiet"
          className={styles.others}
          busy={removal.busy === everyOther}
          onClick={endOthers}
          wide
        >
          {t('security.endOthers')}
        </Button>
      )}
      <div>
        {hasOthers && <p>{t('security.stranger')}</p>}
        {mayChangePassword && <Link to={paths.changePassword}>{t('changePassword.title')}</Link>}
      </div>
    </Card>
  )

  function end(session: SessionInUse): void {
    const { id } = session
    removal.remove(id, async () => {
      await call('endSession', { username, id })
      await change(security => ({
        ...security,
        sessions: security.sessions.filter(other => other.id !== id),
      }))
      return () => t('security.ended', { name: factsOfSession(session).name })
    })
  }

  function endOthers(): void {
    removal.remove(everyOther, async () => {
      const { ended } = await call('endOtherSessions', { username })
      await change(security => ({
        ...security,
        sessions: security.sessions.filter(({ isCurrent }) => isCurrent),
      }))
      return () => t('security.othersEnded', { count: ended })
    })
  }
}

type Outcome = { said?: Words; error?: unknown }
type Ask = () => Promise<Words>

function useRemoval() {
  const [target, setTarget] = useState('')
  const [outcome, run, isPending] = useActionState(answerTo, {})
  return {
    outcome,
    busy: isPending ? target : undefined,
    remove(id: string, ask: Ask): void {
      setTarget(id)
      startTransition(() => run(ask))
    },
  }
}

async function answerTo(_before: Outcome, ask: Ask): Promise<Outcome> {
  try {
    return { said: await ask() }
  } catch (error) {
    return { error }
  }
}

function RemovalList({
  name,
  rows,
  removal: { outcome, busy },
}: {
  name: string
  rows: readonly (DeviceFactsProps & { onRemove: () => void })[]
  removal: ReturnType<typeof useRemoval>
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome.said) place.current?.focus()
  }, [outcome])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div ref={place} role="group" aria-label={name} tabIndex={-1}>
      {outcome.said && <Alert tone="success">{outcome.said()}</Alert>}
      <FailedCall error={outcome.error} />
      <ul className={styles.list}>
        {rows.map(({ onRemove, ...row }) => (
          <li key={row.id} className={styles.row}>
            <DeviceFacts {...row} />
            {!row.isCurrent && (
              <Button look="quiet" aria-describedby={row.id} busy={busy === row.id} onClick={onRemove}>
                {t('security.remove')}
                <span className="unseen"> {row.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type ChangeSecurity = ReturnType<typeof useSecurity>['change']

export function useSecurity() {
  const username = useSession(session => session.phone)
  return {
    query: useCall('getSecurity', { username }, { staleTime: 0 }),
    change: useAnswerChange('getSecurity', { username }),
  }
}

type DeviceFactsProps = { id: string; name: string; facts: readonly string[]; isCurrent?: boolean }

export function DeviceFacts({ id, name, facts, isCurrent = false }: DeviceFactsProps) {
  return (
    <>
      <span className={`row-8 ${styles.name}`}>
        <strong>{name}</strong>
        {isCurrent && <span className={styles.mark}>{t('security.thisDevice')}</span>}
      </span>
      <span id={id} className={`quiet ${styles.times}`}>
        {facts.map(fact => (
          <span key={fact}>{fact} </span>
        ))}
      </span>
    </>
  )
}

export function factsOfPasskey({ id, name, createdOn, lastUsedOn }: Passkey): DeviceFactsProps {
  const lastUse =
    lastUsedOn === null ? t('passkey.neverUsed') : t('passkey.used', { time: shownTime(lastUsedOn) })
  return {
    id,
    name: name || t('security.unknown'),
    facts: [t('passkey.made', { time: shownTime(createdOn) }), lastUse],
  }
}

function factsOfSession({ id, isCurrent, openedOn, lastSeenOn, ...device }: SessionInUse): DeviceFactsProps {
  // The portal sends the name 'Other' for an unknown browser (api/this-device.ts).
  const { os, browser } = { ...device, ...(device.browser === 'Other' && { browser: '' }) }
  return {
    id,
    isCurrent,
    name: browser && os ? t('security.device', { browser, os }) : browser || os || t('security.unknown'),
    facts: [
      t('security.begun', { time: shownTime(openedOn) }),
      t('security.seen', { time: shownTime(lastSeenOn) }),
    ],
  }
}
