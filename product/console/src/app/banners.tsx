import { useEffect, useState } from 'react'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'

import { Button, Link } from '../parts/elements.tsx'
import { tell, useOutcome } from '../parts/act-dialog.tsx'
import { useAddress } from '../session/address.ts'
import { call } from '../session/call.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

const warnBeforeMs = 60_000
const askAgainMs = 10_000

export function Banners() {
  const isOneEnough = useSession(({ staff }) => staff?.fourEyes === false)
  return (
    <>
      <Offline />
      <SessionEndsSoon />
      {isOneEnough && <Alert tone="warning">{t('fourEyes.off')}</Alert>}
      <LastOutcome />
    </>
  )
}

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
