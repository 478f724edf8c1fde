import type { EndedExchange } from '@ekyc/rd-client'

import { serverNow } from '@ekyc/ui/server-clock.ts'

export type HeardAnswers = ReturnType<typeof createHeardAnswers>

/** Keeps in memory, until the next check, the answers to RDSERVICE calls and the outcomes of DEVICEINFO calls. */
export function createHeardAnswers() {
  const heard = new Map<string, EndedExchange>()
  let at = serverNow()
  return {
    observe(ended: EndedExchange): void {
      at = serverNow()
      const { method, url, outcome } = ended
      if ((method === 'RDSERVICE' && typeof outcome === 'object') || method === 'DEVICEINFO')
        heard.set(`${method} ${new URL(url).origin}`, ended)
    },
    of: (method: 'RDSERVICE' | 'DEVICEINFO', origin: string) => heard.get(`${method} ${origin}`),
    /** The server's time at the end of the last call. */
    at: () => at,
    forget: () => heard.clear(),
  }
}
