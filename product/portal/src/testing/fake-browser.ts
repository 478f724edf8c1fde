import type { RdClientDependencies } from '@ekyc/rd-client'

import type { DriverAnswer } from './driver-habits.ts'

type Fetch = NonNullable<RdClientDependencies['fetch']>
type Signal = RequestInit['signal']

/** A fake device service at an address, without a connection. */
export type FakePlace = {
  scheme: 'http' | 'https'
  host: string
  port: number
  answer(request: { method: string; target: string }): DriverAnswer
}

/** Creates a fake of the browser's fetch. It sends preflights, applies CORS, and refuses ports without a service. */
export function createFakeBrowser(places: readonly FakePlace[]): Fetch {
  return async (url, { method = 'GET', mode, signal }) => {
    const { protocol, hostname, port, pathname, search } = new URL(url)
    const place = places.find(
      each => `${each.scheme}:` === protocol && each.host === hostname && each.port === Number(port),
    )
    if (!place) throw blocked()
    const call = (as: string) =>
      answered(place.answer({ method: as, target: `${pathname}${search}` }), signal)
    if (mode === 'no-cors') {
      await call(method)
      return Response.error()
    }
    const preflight = await call('OPTIONS')
    const methods = (preflight.headers.get('access-control-allow-methods') ?? '').split(/\s*,\s*/)
    if (!isOpen(preflight) || !(methods.includes('*') || methods.includes(method))) throw blocked()
    const answer = await call(method)
    if (!isOpen(answer)) throw blocked()
    return answer
  }
}

async function answered(answer: DriverAnswer, signal: Signal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(blocked()))
    if (answer === 'never') return
    const { xml, headers = [], delayMs = 0 } = answer
    const lines = headers.map(line => line.split(': ') as [string, string])
    setTimeout(() => resolve(new Response(xml, { headers: lines })), delayMs)
  })
}

function isOpen({ headers }: Response): boolean {
  return ['*', 'https://portal.example'].includes(headers.get('access-control-allow-origin') ?? '')
}

function blocked(): TypeError {
  return new TypeError('Failed to fetch')
}
