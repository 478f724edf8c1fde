import { randomUUID } from 'node:crypto'

import type { CDPSession, Page } from '@playwright/test'

import type { HeldSession } from './held-session.ts'
import type { Product } from './product.ts'
import { byName, type Answer, type Screen } from './screens/screen.ts'

type World = {
  page: Page
  product: Product
  session: HeldSession
  address?: string
  isUsed?: true
}

/** Opens a screen of the table `screens` in its state. The returned function resets the page and the device service. */
export async function openScreen(
  screen: Screen,
  { page, product, session, address = product.address, isUsed }: World,
): Promise<() => Promise<void>> {
  const { holds = 'session', answers = {}, opensAt = screen.path } = screen
  const { port, origin: own } = new URL(address)
  const origin = opensAt === byName ? `${byName}:${port}` : own
  const path = opensAt === byName ? screen.path : opensAt
  const slice = { ...session.slice, ...held[holds], ...screen.slice }
  const stored = holds === 'nothing' ? '' : JSON.stringify({ state: slice, version: 1 })

  // Leaves the old page first, because its session watch would end the next session as soon as that session's cookie is
  // set. An address of the same origin stays in the same process of the browser.
  const away = `${origin}/health/live`
  if (isUsed && page.url() !== away) await page.goto(away)
  const browser = await page.addInitScript(prepareBrowser, {
    visit: isUsed ? randomUUID() : 'first',
    stored,
  })
  const played = await screen.before?.(page)
  if (screen.device) await product.device(screen.device)
  const network = await answerCalls(page, answers)
  // Replaces the old cookie by the new cookie without a gap. A page that is still unloading would take a gap for a
  // log-out and clear the new cookie.
  if (holds === 'session')
    await page
      .context()
      .addCookies([{ name: 'access_token', value: session.token, url: origin, sameSite: 'Strict' }])
  else if (isUsed) await page.context().clearCookies()

  await page.goto(origin + path)
  await screen.act?.(page)
  await page.getByText(screen.shows).first().waitFor({ state: 'attached' })

  return async () => {
    await Promise.all([
      browser.dispose(),
      played?.dispose(),
      network?.detach(),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      // A permission that a state grants takes all others from the page, the scanner's included.
      page.context().clearPermissions(),
    ])
    if (!screen.device) return
    // Leaves the page first, because a page that waits for the scanner would begin a scan as soon as the reset frees it.
    await page.goto(away)
    await product.deviceReset()
  }
}

/** Fills the storage once per visit, so that a reload keeps the portal's own changes. */
function prepareBrowser({ visit, stored }: { visit: string; stored: string }): void {
  if (sessionStorage.getItem('visit') === visit) return
  if (visit !== 'first') {
    sessionStorage.clear()
    localStorage.clear()
  }
  sessionStorage.setItem('visit', visit)
  if (stored) sessionStorage.setItem('persist:root', stored)
}

const held = {
  nothing: {},
  checked: { dashboardLock: '', loginLock: 'true', allPrevielages: [], profileInfo: null },
  session: {},
  'session without cookie': {},
}

/** Answers calls by the browser's protocol, because Playwright's routes would pause each request and stop caching. */
async function answerCalls(page: Page, answers: Record<string, Answer>): Promise<CDPSession | undefined> {
  const calls = Object.keys(answers)
  if (calls.length === 0) return undefined
  const network = await page.context().newCDPSession(page)
  network.on('Fetch.requestPaused', ({ requestId, request }) => {
    const answer = answers[calls.find(call => request.url.endsWith(call)) ?? '']
    // Ignores errors, because a page that has been left takes no answer.
    if (answer && answer !== 'nothing') send(network, requestId, answer).catch(() => {})
  })
  await network.send('Fetch.enable', { patterns: calls.map(call => ({ urlPattern: `*${call}` })) })
  return network
}

async function send(
  network: CDPSession,
  requestId: string,
  answer: Exclude<Answer, 'nothing'>,
): Promise<void> {
  if (answer === 'broken') await network.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  else
    await network.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status ?? 200,
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      body: Buffer.from(JSON.stringify(answer.body)).toString('base64'),
    })
}
