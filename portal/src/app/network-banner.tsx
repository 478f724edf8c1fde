import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import { setLine, useLine } from '../api/line.ts'
import { t } from '../texts/en/frame.ts'
import { Alert } from '../ui/alert.tsx'
import styles from './network-banner.module.css'

const probe = { path: '/health/live', everyMs: 3000, timeoutMs: 2500 }

/** Says what still works while the network is gone; leaves, and has read again what failed, once it is back. */
export function NetworkBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isReached = useLine()
  const queries = useQueryClient()
  useEffect(() => {
    if (isReached) return undefined
    const look = () => void reach()
    const timer = setInterval(look, probe.everyMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    }
  }, [isReached, queries])
  if (isOnline && isReached) return null
  return (
    <div className={styles.banner}>
      <Alert tone="warning" title={t('network.gone')}>
        <p>{t('network.works')}</p>
      </Alert>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

async function reach(): Promise<void> {
  try {
    await fetch(probe.path, { cache: 'no-store', signal: AbortSignal.timeout(probe.timeoutMs) })
    setLine(true)
  } catch {
    // Still gone.
  }
}
