import { useEffect } from 'react'

import { whenIdle } from '@ekyc/ui/browser/when-idle.ts'
import { laterScreens } from './routes.tsx'

export function usePrefetch(): void {
  useEffect(() => {
    // A browser with Data Saver gets no prefetch; each screen loads when the agent opens it.
    if (navigator.connection?.saveData) return undefined
    return whenIdle(() => void fetchInTurn(laterScreens))
  }, [])
}

declare global {
  interface Navigator {
    /** Only Chromium has `navigator.connection`. */
    connection?: { saveData: boolean }
  }
}

/** Loads one screen after the other, so that a slow connection stays free for the agent's own requests. */
async function fetchInTurn(chunks: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const fetchChunk of chunks) {
    try {
      await fetchChunk()
    } catch {
      // A screen reports the error itself when the agent opens it.
      return
    }
  }
}
