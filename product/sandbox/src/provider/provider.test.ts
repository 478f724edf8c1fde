import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../sandbox.ts'
import { staff } from './staff.ts'

let folder: string
let sandbox: Sandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ekyc-sandbox-provider-'))
  sandbox = await startSandbox({
    port: 0,
    devicePort: 'off',
    dataDir: folder,
    report: error => expect.unreachable(String(error)),
  })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

function ask(redirectUri: string): Promise<Response> {
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

test('shows each person with their role, and needs nothing from elsewhere', async () => {
  const asked = await ask('http://localhost:8070/api/console/v1/sign-in/oidc/return')
  const page = await (await fetch(new URL(asked.headers.get('location') ?? '', sandbox.address))).text()
  for (const { name } of staff) expect(page).toContain(name)
  expect(page).not.toMatch(/(?:src|href)="https?:/)
})

test.each([
  'https://localhost:8070/api/console/v1/sign-in/oidc/return',
  'http://console.example/api/console/v1/sign-in/oidc/return',
  'http://localhost:8070/api/console/v1/sign-in/oidc/return/more',
  'http://localhost:8070/',
])('sends no browser to %s', async redirectUri => {
  const answer = await ask(redirectUri)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('location')).toBeNull()
})
