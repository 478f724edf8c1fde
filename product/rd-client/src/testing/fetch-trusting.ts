import { request } from 'node:https'
import { Readable } from 'node:stream'

import type { Fetch } from '../index.ts'

/** Returns a fetch that trusts the certificate `ca`, as a browser does after the RD service's installer has run. */
export function fetchTrusting(ca: string): Fetch {
  return async (url, init) => {
    if (!url.startsWith('https:')) return await fetch(url, init)
    return await new Promise((resolve, reject) => {
      const { method, body, signal } = init
      const headers = Object.fromEntries(new Headers(init.headers))
      const options = { method: method ?? 'GET', ca, headers, ...(signal && { signal }) }
      request(url, options, answer =>
        resolve(new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>)),
      )
        .once('error', reject)
        .end(body ?? undefined)
    })
  }
}
