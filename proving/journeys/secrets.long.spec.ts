import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { freePort } from '@ekyc/contract/testing/free-port'
import { chromium, expect, test, type BrowserContext, type Request } from '@playwright/test'

import { startProduct } from '../../scripts/product.ts'
import { createHttpClient } from './http-client.ts'
import { bareEnvironment, outsideWorld, type Product } from './product.ts'
import { checkAndCapture, proceed, signIn } from './agent.ts'
import { findSecrets, type Secret } from './secret-search.ts'
import { wholeBrowser } from './whole-browser.ts'

type Running = Pick<
  Product,
  'address' | 'sandbox' | 'devicePort' | 'sms' | 'authority' | 'bank' | 'authorityRequests'
> & {
  dataDir: string
  settings: Record<string, string>
  stop(): Promise<void>
}

const folders: string[] = []
test.afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true }))))
test.setTimeout(240_000)

test('[rule 1] database, WAL, logs, temporary files and the browser’s profile contain no secret after any outcome', async ({
  locale,
  timezoneId,
  launchOptions,
}) => {
  const product = await started()
  const profile = await temporary('ekyc-profile-')
  const browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(wholeBrowser && { executablePath: wholeBrowser }),
    baseURL: product.address,
    ...(locale !== undefined && { locale }),
    ...(timezoneId !== undefined && { timezoneId }),
  })
  const inBrowser: Secret[] = []
  const elsewhere = [...ownSecrets(product.settings)]
  try {
    inBrowser.push(...(await browsersKyc(browser, product)))
    elsewhere.push(...(await idNumbers(product, ['DBS10091', 'DBS20092', 'DBS10093', 'DBS10094'])))
    elsewhere.push(...(await newAgentsKycs(product)))
  } finally {
    await browser.close()
    await product.stop()
  }
  expect(inBrowser.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['password', 'password on the wire', 'token', 'Skey', 'Hmac', 'Data']),
  )

  const secrets = [...inBrowser, ...elsewhere]
  const except = [join(product.dataDir, 'sandbox')]
  const planted = await findSecrets(product.dataDir, [{ name: 'planted', value: 'Ravi Kumar' }], { except })
  expect(filesIn(planted, 'postgres/data/base')).not.toEqual([])
  expect(filesIn(planted, 'postgres/data/pg_wal')).not.toEqual([])
  const capture = Buffer.from(secretNamed(secrets, 'Skey'), 'base64')
  const line = `{"code":"${secretNamed(secrets, 'OTP')}"} \\x${capture.toString('hex')}`
  await writeFile(join(product.dataDir, 'logs', 'planted.log'), line)
  const found = await findSecrets(join(product.dataDir, 'logs'), secrets)
  expect(new Set(found.map(({ name, file }) => `${name} in ${file}`))).toEqual(
    new Set(['OTP in planted.log', 'Skey in planted.log']),
  )
  await rm(join(product.dataDir, 'logs', 'planted.log'))
  // Finding the slice, which the portal stores on purpose, proves that the search works.
  expect(await findSecrets(profile, [{ name: 'planted', value: 'persist:root' }])).not.toEqual([])

  expect(await findSecrets(product.dataDir, secrets, { except })).toEqual([])
  expect(await findSecrets(profile, inBrowser)).toEqual([])
})

/** Starts a product with its own PostgreSQL, whose folders remain after it stops. */
async function started(): Promise<Running> {
  const dataDir = await temporary('ekyc-secrets-')
  const tempDir = join(dataDir, 'temporary')
  await mkdir(tempDir)
  const { DATABASE_URL: _another, ...env } = bareEnvironment()
  const running = await startProduct({
    dataDir,
    port: await freePort(),
    sandboxPort: await freePort(),
    devicePort: 11100,
    env: { ...env, TMPDIR: tempDir },
  })
  const settings = JSON.parse(
    await readFile(join(dataDir, 'sandbox', 'server-settings.json'), 'utf8'),
  ) as Record<string, string>
  return { ...running, ...outsideWorld(running.sandbox), dataDir, settings }
}

async function temporary(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  folders.push(folder)
  return folder
}

async function browsersKyc(browser: BrowserContext, { devicePort }: Running): Promise<Secret[]> {
  const secrets: Secret[] = [{ name: 'password', value: 'Agent@2026' }]
  // The browser reaches only this test's scanner, whatever else listens on this machine.
  await browser.route(
    ({ port }) => /^111[0-2]\d$/.test(port) && port !== String(devicePort),
    route => route.abort(),
  )
  browser.on('request', request => void secrets.push(...sentIn(request)))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await signIn(page, '9000000001')
  const token = (await browser.cookies()).find(({ name }) => name === 'access_token')
  secrets.push({ name: 'token', value: decodeURIComponent(token?.value ?? '') })
  await page.goto('/do-kyc')
  await checkAndCapture(page, 'DBS10094')
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  return secrets
}

/**
 * Sets the first password by OTP, logs in with a wrong and a right password, and runs three KYCs: a success, a failure,
 * and one whose result waits. Returns the secrets of all this.
 */
async function newAgentsKycs(product: Running): Promise<Secret[]> {
  const mobile = '9000000002'
  const [password, wrong] = ['Fresh@Start2027', 'Wrong@Guess2027']
  const client = createHttpClient(product.address, mobile)
  const secrets: Secret[] = []

  const { otpDetails } = await client.check()
  const otp = /\d{6}/.exec(await product.sms(mobile))?.[0] ?? ''
  secrets.push(
    { name: 'OTP', value: otp },
    ...passwordSecrets(password, mobile),
    ...passwordSecrets(wrong, mobile),
  )
  const set = await client.setPassword(otpDetails as object, otp, password)
  expect(set.response.success).toBe(true)
  expect((await client.logIn(wrong)).response.success).toBe(false)
  const { token } = await client.logIn(password)
  secrets.push({ name: 'token', value: token as string })

  const submitted = async (reference: string) => {
    const submit = await client.kycRequest(reference, product.sandbox)
    secrets.push(...captureSecrets(submit.biometricDeviceInfo))
    return client.ask(submit)
  }
  expect((await submitted('DBS10091')).response.success).toBe(true)
  expect((await submitted('DBS20092')).response.success).toBe(false)

  // The bank has two results: of the KYC in the browser, and of the successful submit above.
  await expect.poll(() => resultsOf(product), { timeout: 20_000 }).toHaveLength(2)
  const delivered = await resultsOf(product)
  secrets.push(...delivered.map(({ name }) => ({ name: "customer's name", value: name })))

  // The bank gives the customer's id number and then fails, so the result waits, encrypted.
  await product.authority({ delayMs: 2_000 })
  const asked = (await product.authorityRequests()).length
  const last = submitted('DBS10093')
  await expect.poll(async () => (await product.authorityRequests()).length).toBe(asked + 1)
  await product.bank({ httpStatus: 500 })
  expect((await last).response.success).toBe(true)
  return secrets
}

async function resultsOf({ sandbox }: Running): Promise<{ name: string }[]> {
  return (await fetch(`${sandbox}/bank/kyc-results`)).json() as Promise<{ name: string }[]>
}

function passwordSecrets(password: string, mobile: string): Secret[] {
  return [
    { name: 'password', value: password },
    { name: 'password on the wire', value: encryptPassword(password, mobile) },
  ]
}

function captureSecrets(info: { skey: { value: string }; Hmac: string; data: { value: string } }): Secret[] {
  return [
    { name: 'Skey', value: info.skey.value },
    { name: 'Hmac', value: info.Hmac },
    { name: 'Data', value: info.data.value },
  ]
}

async function idNumbers({ sandbox }: Running, references: string[]): Promise<Secret[]> {
  return Promise.all(
    references.map(async reference => {
      const person = (await (await fetch(`${sandbox}/people/${reference}`)).json()) as { idNumber: string }
      return { name: 'id number', value: person.idNumber }
    }),
  )
}

/** Returns the server's own keys, which only its settings may contain. */
function ownSecrets(settings: Record<string, string>): Secret[] {
  const names = [
    'PEPPER',
    'OUTBOX_KEY',
    'AUDIT_KEY',
    'BANK_SECRET',
    'SMS_KEY',
    'AUA_LICENCE_KEY',
    'ASA_LICENCE_KEY',
  ]
  return names.map(name => ({ name, value: settings[name] ?? '' }))
}

function sentIn(request: Request): Secret[] {
  if (request.method() !== 'POST' || !request.url().includes('/api/v1/')) return []
  const body = request.postDataJSON() as Record<string, unknown>
  const wire = [body['password'], body['newPassword']].filter(value => typeof value === 'string')
  const info = body['biometricDeviceInfo']
  return [
    ...wire.map(value => ({ name: 'password on the wire', value })),
    ...(info ? captureSecrets(info as Parameters<typeof captureSecrets>[0]) : []),
  ]
}

function secretNamed(secrets: Secret[], wanted: string): string {
  return secrets.find(({ name }) => name === wanted)?.value ?? ''
}

function filesIn(findings: { file: string }[], folder: string): string[] {
  return findings.map(({ file }) => file).filter(file => file.startsWith(folder))
}
