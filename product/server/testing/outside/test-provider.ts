import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll } from 'vitest'

import { createProvider, providerClient, providerPath } from '../../../sandbox/src/provider/provider.ts'

import { startFakeServer } from './fake-server.ts'

const clientSecret = 'of the tests, and long enough for a client'

/** Starts the sandbox's identity provider, a real OpenID Connect provider, which closes after the last test of the file. */
export async function startTestProvider() {
  const faults: unknown[] = []
  const server = createServer((request, response) => void provider.handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider({
    address: () => address,
    clientSecret,
    report: error => void faults.push(error),
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  // The provider loads with its first answer, which on a busy machine takes longer than a console waits.
  await (await fetch(`${address}${providerPath}/.well-known/openid-configuration`)).text()
  return {
    address,
    settings: { issuer: address + providerPath, clientId: providerClient, clientSecret },
    faults,

    /** Signs the browser out at the provider, as the provider's own page would. */
    async signOut(browser: TestBrowser): Promise<void> {
      const page = await (await browser.visit(`${address}${providerPath}/session/end`)).text()
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
      const body = new URLSearchParams({ xsrf, logout: 'yes' })
      const answer = await browser.visit(action, { method: 'POST', body })
      if (answer.status >= 400) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`)
    },
  }
}

/** Starts a server that receives the token of a back-channel log-out, as a console does. It closes with the file. */
export async function listenForLogOut() {
  let tell = (_token: string): void => {}
  const token = new Promise<string>(resolve => (tell = resolve))
  const { url: origin, close } = await startFakeServer((response, { body }) => {
    tell(new URLSearchParams(body).get('logout_token') ?? '')
    response.end()
  })
  afterAll(close)
  return { origin, redirectUri: `${origin}/api/console/v1/sign-in/oidc/return`, token }
}

type TestBrowser = ReturnType<typeof createTestBrowser>

/** Creates a browser that keeps cookies and follows redirects from one site to the next. */
export function createTestBrowser() {
  const jar = new Map<string, string>()

  async function visit(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  return {
    jar,
    visit,

    /**
     * Follows redirects from `address` until one leads to `back`. Selects the person if the provider asks who signs in.
     * @returns the address to which the provider sends the browser back
     */
    async signInAt(address: string | URL, person: string, back: string): Promise<URL> {
      let next = new URL(address)
      for (let steps = 0; steps < 8 && !next.href.startsWith(back); steps += 1) {
        const answer = await visit(next)
        const location = answer.headers.get('location')
        if (location !== null) next = new URL(location, next)
        else if (next.pathname.includes('/sign-in/')) next.searchParams.set('as', person)
        else throw new Error(`HTTP ${answer.status} at ${next.pathname}: ${await answer.text()}`)
      }
      return next
    },
  }
}
