import { useEffect } from 'react'
import { Spinner } from '@ekyc/ui/controls/button.tsx'

import { useServerWatch } from '../api/probe-server.ts'
import { loggedOut } from '../api/api-client.ts'
import { NetworkNotice } from '../ui/screen.tsx'
import { t } from '../texts/t.ts'
import styles from './fallback-screen.module.css'

/** Leaves the portal for the log-in, which is a page of its own, as soon as the server can be reached. */
export function OpenLogIn() {
  const isReached = useServerWatch()
  useEffect(() => {
    if (!isReached) return undefined
    let isOpen = true
    void loggedOut().then(() => isOpen && location.replace(location.pathname))
    return () => {
      isOpen = false
    }
  }, [isReached])
  return (
    <>
      <NetworkNotice />
      <LoadingScreen />
    </>
  )
}

export function LoadingScreen() {
  return (
    <main className={styles.screen}>
      <output>
        <Spinner label={t('app.loading')} />
      </output>
    </main>
  )
}
