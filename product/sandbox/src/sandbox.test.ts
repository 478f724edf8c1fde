import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { sandboxSecrets } from './keys/secrets.ts'
import { personByReference } from './people/people.ts'
import { staff } from './provider/staff.ts'
import { startSandbox, type Sandbox } from './sandbox.ts'

let folder: string
let sandbox: Sandbox

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ekyc-sandbox-'))
  sandbox = await startSandbox({
    port: 0,
    devicePort: 0,
    dataDir: folder,
    report: error => expect.unreachable(String(error)),
  })
  await fetch(`${sandbox.address}/device`, { method: 'PUT', body: JSON.stringify({ delayMs: 0 }) })
}, 60_000)

afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

async function settings(): Promise<Record<string, string>> {
  const file = join(folder, 'sandbox', 'server-settings.json')
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
}

test('the settings for the server are complete, name files that exist, and are nobody else’s to read', async () => {
  const env = await settings()
  expect(Object.values(env)).not.toContain('')
  const files = Object.entries(env).filter(([name]) => name.endsWith('_FILE'))
  expect(files).toHaveLength(5)
  for (const [, file] of files) expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN /)
  expect((await stat(join(folder, 'sandbox', 'server-settings.json'))).mode & 0o777).toBe(0o600)
  expect(Buffer.from(env['OUTBOX_KEY'] ?? '', 'base64')).toHaveLength(32)
  expect(JSON.parse(env['POLICY'] ?? '')).toEqual({ fraudNightCustomers: 0 })
})

test('secrets are kept from one start to the next', async () => {
  const [one, other] = await Promise.all([
    sandboxSecrets(join(folder, 'sandbox')),
    sandboxSecrets(join(folder, 'sandbox')),
  ])
  expect(one).toEqual(other)
  expect((await settings())['BANK_SECRET']).toBe(one.bankSecret)
})

test('every page is there, and none needs anything from elsewhere', async () => {
  for (const path of ['/', '/control', '/people', '/sms']) {
    const page = await fetch(sandbox.address + path, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/(?:src|href)="https?:/)
  }
})

test('the people page lists ids that the authority knows, and each demo reference has its person', async () => {
  const page = await (await fetch(`${sandbox.address}/people`)).text()
  expect(page).toContain(personByReference('DBS10001')?.idNumber)
  const person = await (await fetch(`${sandbox.address}/people/DBS20042`)).json()
  expect(person).toMatchObject({ idNumber: personByReference('DBS20042')?.idNumber, reference: 'DBS20042' })
  expect((await fetch(`${sandbox.address}/people/DBS99999`)).status).toBe(404)
})

test('the control page begins with six buttons, each of which the sandbox takes, and the last has nothing to set', async () => {
  const control = await (await fetch(`${sandbox.address}/control`)).text()
  const buttons = [...control.matchAll(/data-puts=(?:'([^']*)'|"([^"]*)")>([^<]+)</g)]
  expect(buttons.map(([, , , name]) => name)).toEqual([
    'Another finger',
    'Scanner unplugged',
    'Poor quality',
    'Slow line',
    'Authority late',
    'All well',
  ])
  expect(control.indexOf('All well')).toBeLessThan(control.indexOf('<form'))
  for (const [, quoted, empty] of buttons)
    for (const [path, change] of Object.entries(
      JSON.parse(quoted ?? empty ?? '') as Record<string, object>,
    )) {
      const at = sandbox.address + path
      const answer = await fetch(at, { method: 'PUT', body: JSON.stringify(change) })
      const told = (await answer.json()) as { settings?: object }
      expect(told.settings ?? told).toMatchObject(change)
      await fetch(at, { method: 'DELETE' })
    }
  await fetch(`${sandbox.address}/device`, { method: 'PUT', body: JSON.stringify({ delayMs: 0 }) })
})

test('the control page names the bank and the SMS provider that the server asks in the sandbox’s place', async () => {
  const control = (address: string) => fetch(`${address}/control`).then(answer => answer.text())
  expect(await control(sandbox.address)).not.toContain('your own')
  const other = await startSandbox({
    port: 0,
    devicePort: 'off',
    dataDir: join(folder, 'other'),
    ownSystems: { bank: 'https://bank.example' },
    report: error => expect.unreachable(String(error)),
  })
  expect(await control(other.address)).toContain('your own bank at <code>https://bank.example</code>')
  expect(await control(other.address)).not.toContain('your own SMS provider')
  await other.close()
})

test('what is not there is 404, a wrong method 405, a large body 413, a wrong setting 400', async () => {
  const of = async (path: string, init?: RequestInit): Promise<number> =>
    (await fetch(sandbox.address + path, init)).status
  expect(await of('/nothing')).toBe(404)
  expect(await of('/health', { method: 'DELETE' })).toBe(405)
  expect(await of('/bank/kyc-results', { method: 'POST', body: 'x'.repeat(600_000) })).toBe(413)
  expect(await of('/device', { method: 'PUT', body: '{"vendor":"nobody"}' })).toBe(400)
  expect(await of('/authority', { method: 'PUT', body: 'no json' })).toBe(400)
})

function askProvider(redirectUri: string): Promise<Response> {
  const query = new URLSearchParams({
    client_id: 'ekyc-console',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile roles',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })
  return fetch(`${sandbox.address}/provider/auth?${query.toString()}`, { redirect: 'manual' })
}

test('the provider shows each person with their role, and needs nothing from elsewhere', async () => {
  const asked = await askProvider('http://localhost:8070/api/console/v1/sign-in/oidc/return')
  const page = await (await fetch(new URL(asked.headers.get('location') ?? '', sandbox.address))).text()
  for (const { name } of staff) expect(page).toContain(name)
  expect(page).not.toMatch(/(?:src|href)="https?:/)
})

test.each([
  'https://localhost:8070/api/console/v1/sign-in/oidc/return',
  'http://console.example/api/console/v1/sign-in/oidc/return',
  'http://localhost:8070/api/console/v1/sign-in/oidc/return/more',
  'http://localhost:8070/',
])('the provider sends no browser to %s', async redirectUri => {
  const answer = await askProvider(redirectUri)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('location')).toBeNull()
})

const outside = Object.values(networkInterfaces())
  .flat()
  .find(one => one && !one.internal && one.family === 'IPv4')?.address

test.skipIf(!outside)('nothing listens on an address that others can reach', async () => {
  for (const port of [Number(new URL(sandbox.address).port), Number(sandbox.device)]) {
    const reached = await new Promise(resolve => {
      const socket = connect({ host: outside, port }, () => resolve('reached'))
      socket.on('error', () => resolve('refused')).on('connect', () => socket.destroy())
    })
    expect(reached).toBe('refused')
  }
})
