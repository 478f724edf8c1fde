import type { BrowserContext, Page } from '@playwright/test'

import { signIn } from './agent.ts'
import { expect, test } from './product.ts'

const mobile = '9000000005'
const calls = [
  { path: '/api/v1/dbs/user/profile/get', fields: { username: mobile } },
  { path: '/api/v1/dbs/ekyc/order/byUser', fields: { username: mobile, pageNo: 1 } },
  { path: '/api/v1/dbs/mis/statistics/get', fields: { id: mobile, timeframe: '3M' } },
  {
    path: '/api/v1/dbs/ekyc/refcode/check/',
    fields: { username: mobile, mobile, dbsRefCode: 'DBS10332' },
  },
]

test('[SES-1] [rule 9] a session that is copied to a second browser opens no call, and goes on in its own', async ({
  page,
  browser,
  product,
}) => {
  const proofs: string[] = []
  page.on('request', request => {
    const proof = request.headers()['dpop']
    if (proof !== undefined) proofs.push(proof)
  })
  await signIn(page, mobile)
  await expect(page.getByText('Recent KYC')).toBeVisible()
  expect(proofs.length).toBeGreaterThan(2)
  expect(await exportsOfKey(page)).toEqual(['InvalidAccessError', 'InvalidAccessError'])

  const thief = await browser.newContext({ baseURL: product.address })
  const copied = await copySession(page, thief)
  const statuses = await copied.evaluate(callOften, { calls, proofs, rounds: 4 })
  expect(statuses).toEqual({ 401: 16 })
  await copied.goto('/dashboard')
  await expect(copied.getByText('Authentication Error!')).toBeVisible()
  await thief.close()

  await page.reload()
  await expect(page.getByText('Recent KYC')).toBeVisible()
  await page.goto('/kyc-list')
  await expect(page.getByText('Ref ID').first()).toBeVisible()
})

/** @returns a page of the second browser that holds the copies of cookies and storage */
async function copySession(from: Page, to: BrowserContext): Promise<Page> {
  const stored = await from.evaluate(() => [Object.entries(sessionStorage), Object.entries(localStorage)])
  await to.addCookies(await from.context().cookies())
  const page = await to.newPage()
  await page.goto('/PrivacyPolicy')
  await page.evaluate(([session = [], local = []]) => {
    for (const [key, value] of session) sessionStorage.setItem(key, String(value))
    for (const [key, value] of local) localStorage.setItem(key, String(value))
  }, stored)
  return page
}

function exportsOfKey(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('session-key')
    await new Promise(done => (opening.onsuccess = done))
    const asked = opening.result.transaction('keys').objectStore('keys').get(0)
    await new Promise(done => (asked.onsuccess = done))
    const { pair } = asked.result as { pair: CryptoKeyPair }
    const tries = (['jwk', 'pkcs8'] as const).map(format => crypto.subtle.exportKey(format, pair.privateKey))
    const results = await Promise.allSettled(tries)
    return results.map(result =>
      result.status === 'rejected' ? (result.reason as DOMException).name : 'exported',
    )
  })
}

/**
 * Makes calls with the copied token: without a proof, with the first browser's proofs in turn, with proofs by a key of
 * the second browser, and with proofs that name the first browser's key but are signed by the second browser's key.
 * @returns the number of answers of each status
 */
async function callOften(tools: {
  calls: { path: string; fields: object }[]
  proofs: string[]
  rounds: number
}): Promise<Record<number, number>> {
  const token = /access_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
  const encode = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const text = (value: object) => encode(new TextEncoder().encode(JSON.stringify(value)))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const own = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', own.publicKey)
  const headOfOwn = text({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
  const headOfVictim = tools.proofs.at(-1)?.split('.')[0] ?? ''

  const forged = async (head: string, path: string) => {
    const claims = { htm: 'POST', htu: location.origin + path, iat: Math.floor(Date.now() / 1000) }
    const signed = `${head}.${text({ ...claims, jti: crypto.randomUUID(), ath: encode(new Uint8Array(hash)) })}`
    const signature = await crypto.subtle.sign(algorithm, own.privateKey, new TextEncoder().encode(signed))
    return `${signed}.${encode(new Uint8Array(signature))}`
  }
  const attempts = [
    async () => undefined,
    async (_path: string, round: number) => tools.proofs[round % tools.proofs.length],
    (path: string) => forged(headOfOwn, path),
    (path: string) => forged(headOfVictim, path),
  ]

  const statuses: Record<number, number> = {}
  for (let round = 0; round < tools.rounds; round += 1) {
    await Promise.all(
      attempts.map(async (attempt, index) => {
        const call = tools.calls[(round + index) % tools.calls.length]
        if (!call) return
        const proof = await attempt(call.path, round)
        const { status } = await fetch(call.path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            ...(proof !== undefined && { dpop: proof }),
          },
          body: JSON.stringify({ header: {}, device: {}, ...call.fields }),
        })
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  return statuses
}
