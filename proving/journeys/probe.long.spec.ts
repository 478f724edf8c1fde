import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'

import { readSandboxSettings } from '../../scripts/settings.ts'
import { createHttpClient } from './http-client.ts'
import { bareEnvironment, expect, probeReference as reference, test as base } from './product.ts'

const mobile = '9000000777'
const password = 'Probe@2026'
const program = join(import.meta.dirname, '../../product/server/src/admin/main.ts')

type Played = { success: boolean; steps: { step: string; problem: string | null; seconds: number }[] }
type Room = {
  settings: NodeJS.ProcessEnv
  play(more?: NodeJS.ProcessEnv): Promise<Played & { code: number | null }>
}

/** One room for the file: an https proxy, a synthetic agent with a password, and a function that runs `admin probe`. */
const test = base.extend<object, { room: Room }>({
  room: [
    async ({ product }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'ekyc-probe-'))
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
      const words =
        'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
      execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
      const proxy = createServer(
        { key: readFileSync(key), cert: readFileSync(certificate) },
        (call, answer) => {
          const { method, url, headers } = call
          const onward = ask(product.address + (url ?? ''), { method, headers }, answered => {
            answer.writeHead(answered.statusCode ?? 502, answered.headers)
            answered.pipe(answer)
          })
          onward.on('error', () => answer.writeHead(502).end())
          call.pipe(onward)
        },
      )
      proxy.listen(0)
      await once(proxy, 'listening')
      writeFileSync(join(folder, 'password'), `${password}\n`)
      const added = spawnSync(
        process.execPath,
        [program, 'agents', 'add', mobile, '--name', 'Probe', '--synthetic', '--operator', 'test'],
        {
          env: { ...bareEnvironment(), ...readSandboxSettings(product.dataDir), DATA_DIR: product.dataDir },
          encoding: 'utf8',
        },
      )
      expect(added.stderr).toBe('')
      const client = createHttpClient(product.address, mobile)
      const { otpDetails } = await client.check()
      const [otp = ''] = /\b\d{6}\b/.exec(await product.sms(mobile)) ?? []
      expect((await client.setPassword(otpDetails as object, otp, password)).response.success).toBe(true)

      const settings = {
        ...bareEnvironment(),
        NODE_EXTRA_CA_CERTS: certificate,
        PORTAL_ORIGIN: `https://localhost:${(proxy.address() as AddressInfo).port}`,
        PROBE_MOBILE: mobile,
        PROBE_PASSWORD_FILE: join(folder, 'password'),
        PROBE_REFERENCE: reference,
        PROBE_DEVICE_PORT: String(product.devicePort),
      }
      await use({ settings, play: more => play({ ...settings, ...more }) })
      proxy.close()
      proxy.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

async function play(env: NodeJS.ProcessEnv): Promise<Played & { code: number | null }> {
  const child = spawn(process.execPath, [program, 'probe', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (text: Buffer) => void (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => void (complaint += text.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(complaint).toBe('')
  expect(out).not.toContain(password)
  return { code, ...(JSON.parse(out) as Played) }
}

const last = ({ steps }: Played) => [steps.at(-1)?.step, steps.at(-1)?.problem]

test('the synthetic agent plays a whole KYC over https, and fails by the name of the step', async ({
  product,
  room,
}) => {
  test.setTimeout(180_000)
  const { play: run } = room
  const refused = await run({ PROBE_PASSWORD_FILE: '', PROBE_PASSWORD: 'Wrong@2026' })
  expect(last(refused)).toEqual(['log-in', expect.stringMatching(/^wrong_password: /)])

  const results = async () =>
    ((await (await fetch(`${product.sandbox}/bank/kyc-results`)).json()) as { reference: string }[]).filter(
      one => one.reference === reference,
    )
  // The test reference stays open after a success.
  for (let time = 0; time < 2; time += 1) {
    const played = await run()
    expect(played).toMatchObject({ code: 0, success: true })
    expect(played.steps.map(({ step }) => step)).toEqual([
      'page',
      'log-in',
      'reference',
      'consent',
      'capture',
      'submit',
    ])
  }
  expect(await results()).toEqual([])
  const withoutDevice = await run({ PROBE_DEVICE_PORT: '' })
  expect(withoutDevice).toMatchObject({ code: 0, success: true })
  expect(last(withoutDevice)).toEqual(['consent', null])

  await product.bank({ httpStatus: 500 })
  // The check returns the open order of the last run without the bank, so the run fails only at the submit.
  const withoutBank = await run()
  expect(withoutBank.code).toBe(1)
  expect(last(withoutBank)).toEqual([
    'submit',
    expect.stringMatching(/^customer_not_fetched: |^bank_unusable: /),
  ])
  expect(last(await run())).toEqual(['reference', expect.stringMatching(/^bank_away: /)])
  await fetch(`${product.sandbox}/bank`, { method: 'DELETE' })
  await product.authority({ httpStatus: 503 })
  expect(last(await run())).toEqual(['submit', expect.stringMatching(/^authority_unusable: /)])
  await fetch(`${product.sandbox}/authority`, { method: 'DELETE' })
  await product.device({ scenario: 'not-ready' })
  expect(last(await run())).toEqual(['capture', expect.stringContaining('captures nothing')])
  await product.deviceReset()
  expect(last(await run({ PROBE_DEVICE_PORT: '9' }))).toEqual([
    'capture',
    'no device service answers at port 9',
  ])
  expect(last(await run({ PROBE_REFERENCE: 'DBS10778' }))).toEqual([
    'reference',
    expect.stringMatching(/^reference_unknown: /),
  ])
  expect(last(await run({ NODE_EXTRA_CA_CERTS: '' }))).toEqual([
    'page',
    expect.stringContaining('its certificate is of no authority that this computer trusts'),
  ])
  const otherName = room.settings['PORTAL_ORIGIN']?.replace('localhost', '127.0.0.1')
  expect(last(await run({ PORTAL_ORIGIN: otherName }))).toEqual([
    'page',
    expect.stringContaining('its certificate is for another host name'),
  ])
  expect(last(await run({ PORTAL_ORIGIN: `https://localhost:${await freePort()}` }))).toEqual([
    'page',
    expect.stringContaining('nothing listens at its address and port'),
  ])
})

test('the probe stays, and serves what it covered as metrics', async ({ room }) => {
  test.setTimeout(60_000)
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'probe', '--every', '1'], {
    env: { ...room.settings, METRICS_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (text: Buffer) => void (out += text.toString()))
  await expect.poll(() => out, { timeout: 30_000 }).toContain('submit')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(text).toContain('ekyc_probe_success 1')
  for (const step of ['page', 'log-in', 'reference', 'consent', 'capture', 'submit'])
    expect(text).toContain(`ekyc_probe_step_success{step="${step}"} 1`)
  expect(text).toMatch(/^ekyc_probe_step_duration_seconds\{step="submit"\} \d/m)
  expect(text).toMatch(/^ekyc_probe_last_run_timestamp_seconds \d{10}/m)
})
