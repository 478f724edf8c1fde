import { useEffect } from 'react'

import { laterScreens } from './routes.tsx'

/** Fetches the other screens once the browser has nothing better to do. */
export function usePrefetch(): void {
  useEffect(() => {
    // Who saves data pays for it: each screen is fetched when it is opened.
    if (navigator.connection?.saveData) return undefined
    return whenIdle(() => void fetchInTurn(laterScreens))
  }, [])
}

declare global {
  interface Navigator {
    /** Of Chromium alone. */
    connection?: { saveData: boolean }
  }
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}

/** One after the other, so that a slow line stays free for what the agent asks for meanwhile. */
async function fetchInTurn(chunks: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const fetchChunk of chunks) {
    try {
      await fetchChunk()
    } catch {
      // The line is gone: the screen itself will say so when it is opened.
      return
    }
  }
}
