import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useIsConnected } from '@ekyc/ui/connection.ts'
import { NetworkNotice } from '../ui/network-notice.tsx'

export function NetworkBanner() {
  const isReached = useIsConnected()
  const queries = useQueryClient()
  useEffect(() => {
    if (isReached) return undefined
    return () => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isReached, queries])
  return <NetworkNotice />
}
