import { useEffect, useState } from 'react'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { sessionWarningMs } from '@ekyc/contract/limits'
import { Button } from '@ekyc/ui/controls/button.tsx'

import { useSession } from '../session/session.ts'
import { t, type Words } from '../texts/t.ts'
import { logOut, onUnauthenticated } from '../api/api-client.ts'
import { endInThisTab, endSession } from '../session/end-session.ts'
import { readAccessToken } from '../session/access-token.ts'
import { isNewestLogIn } from '../session/newest-log-in.ts'
import { shareSession } from '../session/take-over.ts'
import { keepWork } from '../session/work-kept.ts'

const everyMs = 1000
const unloadsWithinMs = 10_000

/** Each check reads clock and cookie again: the computer may have slept, another tab may have logged out. */
export function SessionWatch() {
  const warningTime = useSession(session => session.warningTime)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let leftOn = 0
    // A page that is being reloaded does not end the session, because nobody would read why. The next page ends it.
    const leave = () => {
      leftOn = Date.now()
    }
    const look = () => {
      const isLeft = Date.now() < leftOn + unloadsWithinMs
      if (!isLeft && (readAccessToken() === undefined || !isNewest()))
        endThisSession(() => t('session.expired'))
      setNow(Date.now())
    }
    look()
    const timer = setInterval(look, everyMs)
    window.addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('storage', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('storage', look)
    }
  }, [])
  useEffect(() => onUnauthenticated(why => endThisSession(() => t(endings[why]))), [])
  useEffect(shareSession, [])
  if (warningTime === 0 || now < warningTime) return null
  const minutes = Math.max(1, Math.ceil((warningTime + sessionWarningMs - now) / 60_000))
  return (
    <Alert
      tone="warning"
      actions={
        <Button look="quiet" onClick={logInAgain}>
          {t('session.logInAgain')}
        </Button>
      }
    >
      <p>
        {t('session.goingToExpire')} {t('session.minutesLeft', { minutes })}
      </p>
    </Alert>
  )
}

/** A refusal may come after another tab has logged in: then this tab's session alone ends, and the newer one stays. */
function endThisSession(reason?: Words): void {
  keepWork()
  if (isNewest()) endSession(reason)
  else endInThisTab(() => t('session.elsewhere'))
}

function isNewest(): boolean {
  return isNewestLogIn(useSession.getState().warningTime)
}

function logInAgain(): void {
  logOut()
  endThisSession()
}

const endings = { 'no-token': 'session.expired', refused: 'session.refused' } as const
