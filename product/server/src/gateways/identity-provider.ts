import { createPrivateKey } from 'node:crypto'

import { isRecord } from '@ekyc/contract/is-record'
import type { createRemoteJWKSet, JWTPayload } from 'jose'
import type { ClientAuth, Configuration, IDToken, ServerMetadata } from 'openid-client'

import { NotProven, type IdentityProvider, type ProvenPerson } from '../domain/ports.ts'

type IdentityProviderSettings = {
  issuer: string
  clientId: string
  /** The secret, or the private key in PEM, with which the console authenticates itself to the provider. */
  clientSecret: string
  redirectUri: () => string
  /** The name of the claim with a person's groups. A dot in the name leads into a nested object. */
  rolesClaim: string
  /** The authentication context classes (acr) of which the provider must name one. An empty list accepts any class. */
  acr: readonly string[]
}

/** The accepted signature algorithms of tokens. `none` and algorithms with a shared secret are not accepted. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'Ed25519',
  'EdDSA',
]
const answerSeconds = 5
const logOutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** The maximum age of a log-out token. The provider repeats a token for a while if the console does not answer. */
const logOutTokenAge = '10 minutes'
const clockToleranceSeconds = 30

/**
 * Calls an OpenID Connect provider through the library openid-client, with the code flow, PKCE, state and nonce. The
 * library and the provider's metadata are loaded at the first sign-in or log-out token.
 */
export function createIdentityProvider(
  settings: IdentityProviderSettings,
  { now }: { now: () => Date },
): IdentityProvider {
  const { clientId, redirectUri, acr } = settings
  const issuer = new URL(settings.issuer)
  let discovered: Promise<Configuration> | undefined
  let logOutKeys: ReturnType<typeof createRemoteJWKSet> | undefined

  return {
    async addressFor({ state, nonce, codeVerifier }, again) {
      const client = await import('openid-client')
      const configuration = await provider()
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(),
        scope: scopeOf(configuration.serverMetadata()),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(acr.length > 0 && { acr_values: acr.join(' ') }),
        ...(again && { max_age: '0', prompt: 'login' }),
      })
    },

    async personFrom(returned, { state, nonce, codeVerifier }, againSince) {
      const client = await import('openid-client')
      const configuration = await provider()
      const address = new URL(redirectUri())
      address.search = new URLSearchParams(returned).toString()
      const tokens = await client
        .authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          ...(againSince && {
            maxAge: Math.max(0, Math.ceil((now().getTime() - againSince.getTime()) / 1000)),
          }),
        })
        .catch(notProven)
      const claims = tokens.claims()
      if (!claims) throw new NotProven('no ID token')
      if (acr.length > 0 && !acr.some(one => one === claims.acr))
        throw new NotProven('acr is none of OIDC_ACR')
      const hasAll = valueAt(claims, settings.rolesClaim) !== undefined && nameIn(claims) !== undefined
      const more = hasAll
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(notProven)
      return personIn(claims, { ...more, ...claims })
    },

    async loggedOut(token) {
      const jose = await import('jose')
      const { jwks_uri: jwks } = (await provider()).serverMetadata()
      if (jwks === undefined) throw new NotProven('the provider names no keys')
      logOutKeys ??= jose.createRemoteJWKSet(new URL(jwks), { timeoutDuration: answerSeconds * 1000 })
      const { payload } = await jose
        .jwtVerify(token, logOutKeys, {
          issuer: settings.issuer,
          audience: clientId,
          algorithms,
          requiredClaims: ['events', 'iat', 'jti'],
          maxTokenAge: logOutTokenAge,
          clockTolerance: clockToleranceSeconds,
          currentDate: now(),
        })
        .catch(notProven)
      return loggedOutIn(payload)
    },
  }

  function provider(): Promise<Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined
      return notProven(error)
    })
    return discovered
  }

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client')
    const isClear = issuer.protocol === 'http:'
    const options = { timeout: answerSeconds, execute: isClear ? [client.allowInsecureRequests] : [] }
    const found = await client.discovery(issuer, clientId, undefined, client.None(), options)
    const { supportsPKCE: _helper, ...metadata } = found.serverMetadata()
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
    const configuration = new client.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: offered.filter(one => algorithms.includes(one)) },
      clientId,
      {},
      await authenticationBy(settings.clientSecret, metadata),
    )
    configuration.timeout = answerSeconds
    if (isClear) client.allowInsecureRequests(configuration)
    // Without this call, the library trusts the connection to the provider and does not verify the signatures of
    // tokens.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  function scopeOf({ scopes_supported: offered = [] }: ServerMetadata): string {
    return ['openid', 'profile', ...offered.filter(scope => scope === settings.rolesClaim)].join(' ')
  }

  function personIn({ iss, sub }: IDToken, all: Record<string, unknown>): ProvenPerson {
    const groups = valueAt(all, settings.rolesClaim)
    const texts = (Array.isArray(groups) ? groups : [groups]).filter(one => typeof one === 'string')
    const session = typeof all['sid'] === 'string' ? all['sid'] : undefined
    return { issuer: iss, subject: sub, name: nameIn(all) ?? sub, groups: texts, session }
  }
}

async function authenticationBy(secret: string, metadata: ServerMetadata): Promise<ClientAuth> {
  const client = await import('openid-client')
  if (secret.includes('-----BEGIN')) {
    const { importPKCS8 } = await import('jose')
    const key = createPrivateKey(secret)
    const algorithm = key.asymmetricKeyType === 'rsa' ? 'PS256' : 'ES256'
    return client.PrivateKeyJwt(
      await importPKCS8(String(key.export({ type: 'pkcs8', format: 'pem' })), algorithm),
    )
  }
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? basicAuthentication(secret)
    : client.ClientSecretPost(secret)
}

/**
 * Returns Basic authentication with the encoding of id and secret that RFC 6749 requires. The library's own function
 * also encodes characters such as a hyphen. Some providers (glewlwyd) do not decode these, and refuse the client.
 */
function basicAuthentication(secret: string): ClientAuth {
  const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
  return (_server, { client_id: id }, _body, headers) => {
    const pair = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')
    headers.set('authorization', `Basic ${pair}`)
  }
}

function nameIn({ name, preferred_username: short }: Record<string, unknown>): string | undefined {
  return [name, short].find((one): one is string => typeof one === 'string' && one.trim() !== '')
}

function valueAt(claims: Record<string, unknown>, path: string): unknown {
  if (path in claims) return claims[path]
  let value: unknown = claims
  for (const key of path.split('.')) value = isRecord(value) ? value[key] : undefined
  return value
}

function loggedOutIn(payload: JWTPayload): Awaited<ReturnType<IdentityProvider['loggedOut']>> {
  const { iss = '', sub, events, nonce, sid, iat = 0 } = payload
  const isLogOut = isRecord(events) && logOutEvent in events
  // A nonce marks an ID token, which must never end a session.
  if (!isLogOut || nonce !== undefined) throw new NotProven('the token is of no log-out')
  const session = typeof sid === 'string' ? sid : undefined
  if (sub === undefined && session === undefined) throw new NotProven('the token names nobody')
  // A token that is sent again must not end a session that began after the log-out.
  const until = new Date((iat + clockToleranceSeconds) * 1_000)
  return { issuer: iss, subject: sub, session, until }
}

/** Throws NotProven with error codes only, because message and cause can contain the provider's whole answer. */
function notProven(error: unknown): never {
  if (error instanceof NotProven) throw error
  const { code, name, error: word } = error as Record<'code' | 'name' | 'error', unknown>
  const told = typeof word === 'string' && /^[a-z_]{1,40}$/.test(word) ? ` ${word}` : ''
  throw new NotProven(String(code ?? name) + told)
}
