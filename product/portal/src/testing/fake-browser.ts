import type { RdClientDependencies } from '@ekyc/rd-client'

type Fetch = NonNullable<RdClientDependencies['fetch']>

/** The address of a fake device service. The tests call `port`, but the service listens on `realPort`. */
export type FakePlace = { scheme: 'http' | 'https'; host: string; port: number; realPort: number }

/**
 * Creates a fake of the browser's fetch that uses real connections. The fake sends preflights, applies CORS, and
 * refuses ports without a service. It calls an https service without encryption.
 */
export function createFakeBrowser(places: readonly FakePlace[], refusesAfterMs = 0): Fetch {
  return async (url, init) => {
    const { protocol, hostname, port, pathname, search } = new URL(url)
    const atPort = places.filter(place => place.port === Number(port))
    const place = atPort.find(({ scheme, host }) => `${scheme}:` === protocol && host === hostname)
    if (!place) {
      if (atPort.length === 0) await new Promise(resolve => setTimeout(resolve, refusesAfterMs))
      throw new TypeError('Failed to fetch')
    }
    const target = `http://127.0.0.1:${place.realPort}${pathname}${search}`
    const { method = 'GET', mode, redirect, body, signal = null } = init
    if (mode === 'no-cors') {
      await globalThis.fetch(target, { signal, redirect: 'manual' })
      return Response.error()
    }
    const headers = new Headers(init.headers)
    const preflight = await globalThis.fetch(target, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method },
      signal,
    })
    const methods = (preflight.headers.get('access-control-allow-methods') ?? '').split(/\s*,\s*/)
    if (!isOpen(preflight) || !(methods.includes('*') || methods.includes(method))) throw blocked()
    headers.set('origin', origin)
    const answer = await globalThis.fetch(target, {
      method,
      headers,
      signal,
      ...(redirect && { redirect }),
      ...(body !== undefined && { body }),
    })
    if (!isOpen(answer)) throw blocked()
    return answer
  }
}

const origin = 'https://portal.example'

function isOpen({ headers }: Response): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
}

function blocked(): TypeError {
  return new TypeError('Failed to fetch')
}
