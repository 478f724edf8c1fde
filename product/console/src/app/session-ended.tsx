import { useEffect, useRef } from 'react'

import { Button } from '../parts/button.tsx'
import { call } from '../session/call.ts'
import { signedInAs, useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import styles from './key-list.module.css'

/**
 * Covers the page after its session has ended. Signing in again happens in another tab, so that what was typed here
 * stays; another person than before begins with an empty page.
 */
export function SessionEnded() {
  const dialog = useRef<HTMLDialogElement>(null)
  const hasEnded = useSession(session => session.hasEnded)
  const name = useSession(({ staff }) => staff?.name ?? '')
  useEffect(() => {
    if (!hasEnded) return undefined
    const shown = dialog.current
    shown?.showModal()
    const look = () => {
      if (document.visibilityState === 'visible') void goOn()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      shown?.close()
    }
  }, [hasEnded])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="session-ended"
      onCancel={event => event.preventDefault()}
    >
      <h2 id="session-ended">{t('session.ended')}</h2>
      <p>{t('session.endedText', { name })}</p>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => void goOn()}>
          {t('session.goOn')}
        </Button>
        <Button onClick={() => window.open('/sign-in', '_blank', 'noopener')}>{t('session.signIn')}</Button>
      </div>
    </dialog>
  )
}

async function goOn(): Promise<void> {
  await call('getMe', {}).then(signedInAs, () => {})
}
