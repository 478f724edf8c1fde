import type { BrowserContext, Page } from '@playwright/test'

import { signIn } from './agent.ts'
import { expect, test } from './product.ts'

const mobile = '9000000005'

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
  expect(new Set(await copied.evaluate(callWithCopies, proofs))).toEqual(new Set([401]))
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

/** Makes a call with the copied token alone, and with each copied proof. Returns the statuses of the answers. */
async function callWithCopies(proofs: string[]): Promise<number[]> {
  const token = /access_token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
  const body = JSON.stringify({ header: {}, device: {}, username: '9000000005', pageNo: 1 })
  return Promise.all(
    [{}, ...proofs.map(dpop => ({ dpop }))].map(async proof => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...proof }
      return (await fetch('/api/v1/dbs/ekyc/order/byUser', { method: 'POST', headers, body })).status
    }),
  )
}
