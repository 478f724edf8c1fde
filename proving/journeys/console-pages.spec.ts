import type { Page } from '@playwright/test'

import { axeProblems, injectAxe, rules } from './axe.ts'
import { expect, test } from './product.ts'
import { addAgent, callAs, openAs } from './staff.ts'

// The test injects axe, so its pages bypass the console's policy.
const phone = { width: 360, height: 740 }
const desk = { width: 1366, height: 768 }
const looks = [
  { size: phone, scheme: 'light', run: rules.all },
  { size: phone, scheme: 'dark', run: rules.ofColour },
  { size: desk, scheme: 'dark', run: rules.ofColour },
  { size: desk, scheme: 'light', run: rules.ofLayout },
] as const

type Shown = { path: string; open?: (page: Page) => Promise<void> }

test('each page of the console is usable by everyone: on a phone and a desk, light and dark, in English and Hindi', async ({
  browser,
  staffConsole,
}) => {
  test.setTimeout(300_000)
  const supervisor = await openAs(browser, 'supervisor', staffConsole, { bypassCSP: true })
  const security = await openAs(browser, 'security', staffConsole, { bypassCSP: true })
  const found: string[] = []
  for (const [page, shown] of [
    [supervisor, await pagesOfSupervisor(supervisor)],
    [security, await pagesOfSecurity(security)],
  ] as const)
    for (const one of shown) found.push(...(await problemsOf(page, one)))
  const stranger = await browser.newPage({ baseURL: staffConsole, bypassCSP: true })
  for (const path of ['/sign-in', '/sign-in?problem=no-role', '/sign-in?problem=failed'])
    found.push(...(await problemsOf(stranger, { path })))
  expect(found).toEqual([])
  for (const page of [supervisor, security, stranger]) await page.context().close()
})

async function pagesOfSupervisor(page: Page): Promise<Shown[]> {
  const agent = await addAgent(page, { mobile: '9812307001', name: 'Ganesh Kamat' })
  const orders = await answerTo(page, '/agents?q=lakshmi').then(async ({ rows }) => {
    const [lakshmi] = rows as { id: string }[]
    return {
      agent: lakshmi?.id ?? '',
      list: (await answerTo(page, `/orders?agent=${lakshmi?.id}`)).rows as { id: string }[],
    }
  })
  const { proposal } = await answerTo(page, '/acts/role.grant', {
    input: { agent, role: 'DBS_VIEWER' },
    reason: 'Works at two counters',
  })
  const { id: list } = await answerTo(page, '/imports', { name: 'monday.csv', columns: ['mobile', 'name'] })
  await answerTo(page, `/imports/${String(list)}/lines`, {
    lines: [
      { line: 2, cells: ['9812307002', 'Sushma Pai'] },
      { line: 3, cells: ['12', 'Nobody'] },
    ],
  })
  const press = (key: string) => async (shown: Page) => {
    await shown.keyboard.press(key)
    await expect(shown.locator('dialog:modal, :popover-open')).toBeVisible()
  }
  return [
    { path: '/' },
    { path: '/', open: press('?') },
    {
      path: '/',
      async open(shown) {
        await shown.keyboard.press('/')
        await shown.keyboard.type('ganesh')
        await expect(shown.getByRole('option')).toHaveCount(1)
      },
    },
    { path: '/agents' },
    { path: '/agents', open: press('a') },
    {
      path: '/agents?q=kamat&status=no-password',
      async open(shown) {
        await shown.getByRole('checkbox').last().check()
      },
    },
    { path: '/agents?q=nobody-of-this-name' },
    { path: `/agents/${agent}` },
    { path: `/agents/${agent}`, open: press('e') },
    ...['orders', 'sessions', 'roles', 'limits', 'trail'].map(tab => ({
      path: `/agents/${orders.agent}/${tab}`,
    })),
    { path: '/agents/import' },
    { path: `/agents/import/${String(list)}` },
    { path: '/orders' },
    { path: `/orders?agent=${orders.agent}` },
    { path: `/orders/${orders.list[0]?.id}` },
    { path: '/devices' },
    { path: '/devices/units' },
    { path: '/devices/unknown' },
    { path: '/outbox' },
    { path: '/proposals' },
    { path: '/proposals?state=mine' },
    { path: '/proposals?state=emergencies' },
    { path: `/proposals/${String(proposal)}` },
    { path: '/me' },
    { path: '/staff' },
    { path: '/there-is-no-such-page' },
  ]
}

async function pagesOfSecurity(page: Page): Promise<Shown[]> {
  const { rows } = await answerTo(page, '/staff')
  const [{ id }] = rows as [{ id: string }]
  const { rows: waiting } = await answerTo(page, '/proposals?list=waiting')
  const [{ number }] = waiting as [{ number: number }]
  return [{ path: `/proposals/${number}` }, { path: '/staff' }, { path: `/staff/${id}` }, { path: '/audit' }]
}

async function answerTo(page: Page, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await callAs(page, path, body)
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  return ((await answer.json()) as { answer: Record<string, unknown> }).answer
}

async function problemsOf(page: Page, { path, open }: Shown): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const found: string[] = []
  for (const language of ['en', 'hi']) {
    await page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('[class*=waiting_waiting]')).toHaveCount(0)
    await open?.(page)
    await injectAxe(browser)
    for (const { size, scheme, run } of looks) {
      if (language === 'hi' && scheme === 'dark') continue
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: scheme })
      const overhang = await page.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        await page.evaluateHandle(() => document.documentElement),
      )
      const where = `${path}${open ? ', opened' : ''}, ${language}, ${size.width} px, ${scheme}`
      if (overhang > 0) found.push(`${where}: scrolls sideways by ${overhang} px`)
      found.push(...(await axeProblems(page, run)).map(problem => `${where}: ${problem}`))
    }
  }
  await browser.detach()
  return found
}
