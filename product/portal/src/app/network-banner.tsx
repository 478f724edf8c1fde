import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useServerWatch } from '../api/use-server-watch.ts'
import { t } from '../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'

export function NetworkBanner() {
  const isReached = useServerWatch()
  const queries = useQueryClient()
  useEffect(() => {
    if (isReached) return undefined
    return () => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isReached, queries])
  if (isReached) return null
  return (
    <Alert tone="warning">
      <p>
        <strong>{t(navigator.onLine ? 'network.serverAway' : 'network.gone')}</strong> {t('network.works')}
      </p>
    </Alert>
  )
}
