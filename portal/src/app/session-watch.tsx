import { useEffect, useState } from 'react'

import { onUnauthenticated } from '../api/api-client.ts'
import { readAccessToken } from '../session/access-token.ts'
import { endInThisTab, endSession } from '../session/end-session.ts'
import { isNewestLogIn } from '../session/newest-log-in.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/en/frame.ts'
import { Alert } from '../ui/alert.tsx'

const everyMs = 1000

/**
 * Ends the session when its cookie is gone or the server refuses it, and warns before it expires. Each check reads
 * the clock anew, so that it notices sleep and other tabs.
 */
export function SessionWatch() {
  const warningTime = useSession(session => session.warningTime)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = () => {
      if (readAccessToken() === undefined) endSession(t('session.expired'))
      else if (!isNewestLogIn(useSession.getState().warningTime)) endInThisTab(t('session.expired'))
      setNow(Date.now())
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    // Another tab has logged out or in.
    window.addEventListener('storage', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('storage', look)
    }
  }, [])
  useEffect(() => onUnauthenticated(why => endSession(t(endings[why]))), [])
  if (warningTime === 0 || now < warningTime) return null
  return <Alert tone="warning">{t('session.goingToExpire')}</Alert>
}

const endings = { 'no-token': 'session.expired', refused: 'session.refused' } as const
