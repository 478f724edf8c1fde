import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useLine } from '../api/line.ts'
import { reach } from '../api/reach.ts'
import { t } from '../texts/en/frame.ts'
import { Alert } from '../ui/alert.tsx'

const lookEveryMs = 3000

/** Says what still works while the network is gone; leaves, and has read again what failed, once it is back. */
export function NetworkBanner() {
  const isReached = useLine()
  const queries = useQueryClient()
  useEffect(() => {
    // What the browser knows of networks is a reason to look: a server on this computer needs none.
    const look = () => void reach()
    if (!navigator.onLine) look()
    window.addEventListener('offline', look)
    return () => window.removeEventListener('offline', look)
  }, [])
  useEffect(() => {
    if (isReached) return undefined
    const look = () => void reach()
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
