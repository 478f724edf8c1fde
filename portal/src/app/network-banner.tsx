import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useIsConnected } from '../api/connection.ts'
import { probeServer } from '../api/probe-server.ts'
import { t } from '../texts/en/frame.ts'
import { Alert } from '../ui/alert.tsx'

const lookEveryMs = 3000

/** Says what still works while the server is unreachable. Refetches failed queries and hides once it is reachable. */
export function NetworkBanner() {
  const isReached = useIsConnected()
  const queries = useQueryClient()
  useEffect(() => {
    // The browser's offline event only triggers a check: a server on this computer needs no network.
    const look = () => void probeServer()
    if (!navigator.onLine) look()
    window.addEventListener('offline', look)
    return () => window.removeEventListener('offline', look)
  }, [])
  useEffect(() => {
    if (isReached) return undefined
    const look = () => void probeServer()
    const timer = setInterval(look, lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    }
  }, [isReached, queries])
  if (isReached) return null
  return (
    <Alert tone="warning">
      <p>
        <strong>{t('network.gone')}</strong> {t('network.works')}
      </p>
    </Alert>
  )
}
