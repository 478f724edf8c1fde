import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'

import { createIdentityProvider } from '../../../../product/server/src/gateways/identity-provider.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Signs a person in at Glewlwyd, an identity provider of another vendor, as the console does. */
export const glewlwyd: Step = {
  tool: 'Glewlwyd',
  debian: ['glewlwyd', 'dbconfig-sqlite3', 'sqlite3'],
  run: signIn,
}

const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const redirectUri = 'http://localhost:8070/api/console/v1/sign-in/oidc/return'
const clientId = 'ekyc-console'
const clientSecret = 'secret-of-this_audit.1'
const person = { username: 'arjun', password: 'a password of the audit' }
const flow = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }

async function signIn(stage: Stage): Promise<Result> {
  const at = await startGlewlwyd(stage)
  await asAdministrator(at)
  const gateway = (secret: string) => {
    const settings = {
      issuer: `${at}/api/oidc`,
      clientId,
      clientSecret: secret,
      rolesClaim: 'roles',
      acr: [],
    }
    return createIdentityProvider({ ...settings, redirectUri: () => redirectUri }, { now: () => new Date() })
  }
  const browser = createSession(at)
  await browser.ask('POST', '/api/auth/', person)
  await browser.ask('PUT', `/api/auth/grant/${clientId}`, { scope: 'openid' })

  async function returned(): Promise<Record<string, string>> {
    const { pathname, search } = await gateway(clientSecret).addressFor(flow, false)
    // With the parameter `g_continue`, Glewlwyd's own page continues after the person has logged in.
    const answer = await browser.ask('GET', `${pathname}${search}&g_continue`)
    const location = answer.headers.get('location') ?? ''
    if (!location.startsWith(redirectUri)) throw new Error(`sent the browser to '${location}'`)
    return Object.fromEntries(new URL(location).searchParams)
  }
  const isProven = async (secret: string, other = flow) => {
    const back = await returned()
    return gateway(secret)
      .personFrom(back, other, undefined)
      .then(
        () => true,
        () => false,
      )
  }

  const { issuer, name, groups } = await gateway(clientSecret).personFrom(await returned(), flow, undefined)
  const told = JSON.stringify({ issuer, name, groups })
  const wanted = JSON.stringify({ issuer: `${at}/api/oidc`, name: 'Arjun Rao', groups: ['supervisor'] })
  return {
    did: 'a person signs in with name and role, by PKCE and a read signature; another nonce, verifier or secret proves nobody',
    findings: [
      ...(told === wanted ? [] : [`it proved ${told}`]),
      ...((await isProven(clientSecret, { ...flow, nonce: 'another' })) ? ['another nonce is taken'] : []),
      ...((await isProven(clientSecret, { ...flow, codeVerifier: 'w'.repeat(43) }))
        ? ['another code verifier is taken']
        : []),
      ...((await isProven('another')) ? ['another secret is taken'] : []),
    ],
  }
}

async function startGlewlwyd(stage: Stage): Promise<string> {
  const folder = stage.folder('glewlwyd')
  const database = join(folder, 'glewlwyd.db')
  const made = await runTool('sqlite3', [database, `.read ${tables}`], 30)
  if (made.code !== 0) throw new Error(`made no database: ${made.output}`)
  const port = await freePort()
  const at = `http://127.0.0.1:${port}`
  writeFileSync(join(folder, 'database.conf'), `database = { type = "sqlite3"; path = "${database}"; };\n`)
  const usual = readFileSync('/etc/glewlwyd/glewlwyd.conf', 'utf8')
  const own = usual
    .replace(/^port=.*$/m, `port=${port}\nbind_address="127.0.0.1"`)
    .replace(/^external_url=.*$/m, `external_url="${at}"`)
    .replace(/^log_mode=.*$/m, 'log_mode="console"')
    .replace('/etc/glewlwyd/glewlwyd-db.conf', join(folder, 'database.conf'))
  writeFileSync(join(folder, 'glewlwyd.conf'), own)
  const server = spawn('glewlwyd', [`--config-file=${join(folder, 'glewlwyd.conf')}`], { stdio: 'ignore' })
  stage.atEnd(() => server.kill())
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(`${at}/config`).then(
      () => true,
      () => false,
    )
    if (isUp) return at
    await sleep(100)
  }
  throw new Error('did not start within 10 s')
}

/** Creates the OpenID Connect provider, its client (the console) and a person, as Glewlwyd's own pages do. */
async function asAdministrator(at: string): Promise<void> {
  const { ask } = createSession(at)
  await ask('POST', '/api/auth/', { username: 'admin', password: 'password' })
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await ask('POST', '/api/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    readonly: false,
    parameters: {
      iss: `${at}/api/oidc`,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      cert: String(publicKey.export({ type: 'spki', format: 'pem' })),
      'jwks-show': true,
      'access-token-duration': 3_600,
      'refresh-token-duration': 3_600,
      'code-duration': 600,
      'auth-type-code-enabled': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'allowed-scope': ['openid', 'profile'],
      'subject-type': 'public',
      'name-claim': 'mandatory',
      'address-claim': { type: 'no' },
      // Users of Glewlwyd have no property for roles, so their e-mail address contains the role.
      claims: [{ name: 'roles', 'user-property': 'email', type: 'string', mandatory: true, scope: [] }],
    },
  })
  await ask('POST', '/api/client/', {
    client_id: clientId,
    name: 'console',
    confidential: true,
    client_secret: clientSecret,
    redirect_uri: [redirectUri],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
    scope: ['openid'],
    enabled: true,
  })
  await ask('POST', '/api/user/', {
    ...person,
    name: 'Arjun Rao',
    email: 'supervisor',
    scope: ['openid', 'g_profile'],
    enabled: true,
  })
}

function createSession(at: string) {
  let cookie = ''
  return {
    async ask(method: string, path: string, body?: object): Promise<Response> {
      const answer = await fetch(at + path, {
        method,
        redirect: 'manual',
        headers: { cookie, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      if (answer.status >= 400)
        throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${await answer.text()}`)
      return answer
    },
  }
}
