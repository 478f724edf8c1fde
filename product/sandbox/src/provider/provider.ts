import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Context, Provider } from 'oidc-provider'

import { escapeHtml, page } from '../http/route.ts'
import { staff } from './staff.ts'

export const providerPath = '/provider'
export const providerClient = 'ekyc-console'
/** The paths of the console to which the provider sends browsers (return) and log-outs (logOut). */
const consolePaths = {
  return: '/api/console/v1/sign-in/oidc/return',
  logOut: '/api/console/v1/sign-in/oidc/logout',
}
const signInPath = '/sign-in/'

export type IdentityProvider = ReturnType<typeof createProvider>

/**
 * Makes the bank's identity provider: OpenID Connect by the package oidc-provider. The bank's staff sign in by one
 * click. The package loads at the first request, because many starts of the sandbox never need it.
 * @param options.address returns the address of the sandbox, once the sandbox listens
 */
export function createProvider(options: {
  address: () => string
  clientSecret: string
  report: (error: unknown) => void
}) {
  let started: Promise<{ provider: Provider; answer: ReturnType<Provider['callback']> }> | undefined
  return {
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { provider, answer } = await (started ??= start(options))
      const address = new URL(request.url?.slice(providerPath.length) || '/', options.address())
      if (!address.pathname.startsWith(signInPath)) {
        // The package finds its own addresses by `baseUrl`, which Express would set.
        const mounted = { url: address.pathname + address.search, baseUrl: providerPath }
        return answer(Object.assign(request, mounted), response)
      }
      const accountId = address.searchParams.get('as')
      if (accountId === null)
        return void response.setHeader('content-type', 'text/html').end(chooser(address))
      await provider.interactionFinished(request, response, { login: { accountId } })
    },
  }
}

async function start({ address, clientSecret, report }: Parameters<typeof createProvider>[0]) {
  const [{ Provider }, { createMemoryAdapter }] = await Promise.all([
    import('oidc-provider'),
    import('oidc-provider/lib/adapters/memory_adapter.js'),
  ])
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const hour = 60 * 60
  const provider = new Provider(address() + providerPath, {
    adapter: createMemoryAdapter(15),
    clients: [
      {
        client_id: providerClient,
        client_secret: clientSecret,
        // These addresses stand for every port of this computer (see takeLoopback).
        redirect_uris: [`http://localhost:8070${consolePaths.return}`],
        backchannel_logout_uri: `http://localhost:8070${consolePaths.logOut}`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [clientSecret] },
    claims: { openid: ['sub'], profile: ['name'], roles: ['roles'] },
    scopes: ['openid', 'profile', 'roles'],
    findAccount: (_context: Context, id: string) => accountOf(id),
    interactions: {
      url: (_context: Context, { uid }: { uid: string }) => `${providerPath}${signInPath}${uid}`,
    },
    /** Grants all scopes without asking the person for consent, because the console is the bank's own. */
    async loadExistingGrant({ oidc: { client, session } }: Context) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile roles')
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: show((form: string) =>
          form.replace('</form>', '<button name="logout" value="yes">Sign out</button></form>'),
        ),
        postLogoutSuccessSource: show(() => '<p>You have signed out at the bank.</p>'),
      },
    },
    renderError: show(({ error }: { error: string }) => `<p>${escapeHtml(error)}</p>`),
    ttl: { AccessToken: hour, IdToken: hour, Interaction: hour, Session: 10 * hour, Grant: 10 * hour },
    // The package's own dispatcher refuses to call this computer, so the call is made without it.
    fetch: (url: string, { dispatcher: _guard, ...request }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, request),
  })
  provider.on('server_error', (_context, error) => report(error))
  takeLoopback(provider)
  return { provider, answer: provider.callback() }
}

/** Lets the provider send browsers and log-outs to a console on any port of this computer. */
function takeLoopback({ Client }: Provider): void {
  Client.prototype.redirectUriAllowed = function isConsole(uri) {
    if (!URL.canParse(uri)) return false
    const { protocol, hostname, origin } = new URL(uri)
    const isTaken =
      protocol === 'http:' &&
      ['localhost', '127.0.0.1'].includes(hostname) &&
      uri === origin + consolePaths.return
    if (isTaken) this.backchannelLogoutUri = origin + consolePaths.logOut
    return isTaken
  }
}

async function accountOf(id: string) {
  const person = staff.find(one => one.id === id)
  if (!person) return undefined
  const { name, role } = person
  return { accountId: id, claims: async () => ({ sub: id, name, roles: role === undefined ? [] : [role] }) }
}

function chooser({ pathname }: URL): string {
  const rows = staff.map(
    ({ id, name, role, work }) =>
      `<li><a href="${escapeHtml(`${providerPath}${pathname}?as=${id}`)}">${name}</a> ` +
      `<span class="quiet">${role ?? 'no role'}: ${work}</span></li>`,
  )
  return page('sign-in', 'Sign in at the bank', { people: rows.join('\n') })
}

function show<Given>(body: (given: Given) => string) {
  return async (context: Context, given: Given): Promise<void> => {
    context.type = 'html'
    context.body = page('provider', 'The bank’s identity provider', { body: body(given) })
  }
}
