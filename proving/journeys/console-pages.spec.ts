import type { Page } from '@playwright/test'

import { axeProblems, hasNewParts, injectAxe, rules } from './looks/axe.ts'
import { lookAgain } from './looks/look-again.ts'
import { expect, test } from './product.ts'
import { addAgent, callAs, openAs } from './staff.ts'

// The test injects axe, so its pages bypass the console's policy.
const phone = { width: 360, height: 740 }
const desk = { width: 1366, height: 768 }
const ofPhone = { size: phone, scheme: 'light', run: rules.all } as const
const ofDesk = { size: desk, scheme: 'light', run: rules.ofLayout } as const
const ofPhoneInDark = { size: phone, scheme: 'dark', run: rules.ofColour } as const
const ofDeskInDark = { size: desk, scheme: 'dark', run: rules.ofColour } as const

/** With LONG=1 each page is looked at in Hindi and in dark colours too, and axe looks at the desk. */
const isLong = Boolean(process.env['LONG'])
type Look = { size: typeof desk; scheme: 'light' | 'dark'; run: (typeof rules)[keyof typeof rules] }
const looks: Record<string, Look[]> = {
  en: isLong ? [ofPhone, ofPhoneInDark, ofDeskInDark, ofDesk] : [ofPhone, ofDesk],
  hi: isLong ? [ofPhone, ofDesk] : [],
}
const how = isLong ? 'on a phone and a desk, light and dark, in English and Hindi' : 'on a phone and a desk'

type Shown = { path: string; open?: (page: Page) => Promise<void> }

test.describe.configure({ mode: 'parallel', retries: 1 })

test(`each page of a supervisor is usable by everyone: ${how}`, async ({ browser, staffConsole }) => {
  test.setTimeout(600_000)
  const page = await openAs(browser, 'supervisor', staffConsole, { bypassCSP: true })
  await expectUsable(page, await pagesOfSupervisor(page))
})

test(`each page of security, and of nobody, is usable by everyone: ${how}`, async ({
  browser,
  staffConsole,
}) => {
  test.setTimeout(600_000)
  const supervisor = await openAs(browser, 'supervisor', staffConsole)
  await proposeRole(supervisor, await addAgent(supervisor, { mobile: '9812307003', name: 'Sarita Dessai' }))
  await supervisor.context().close()
  const security = await openAs(browser, 'security', staffConsole, { bypassCSP: true })
  await expectUsable(security, await pagesOfSecurity(security))
  const stranger = await browser.newPage({ baseURL: staffConsole, bypassCSP: true })
  await expectUsable(
    stranger,
    ['/sign-in', '/sign-in?problem=no-role', '/sign-in?problem=failed'].map(path => ({ path })),
  )
})

async function expectUsable(page: Page, pages: Shown[]): Promise<void> {
  const found: string[] = []
  const judged = new Set<string>()
  for (const [language, wanted] of Object.entries(looks)) {
    await page.context().addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
    let before: Shown | undefined
    for (const shown of wanted.length > 0 ? pages : []) {
      await page.setViewportSize(desk)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      if (before && !before.open && pageOf(before) !== pageOf(shown)) await goWithin(page, shown.path)
      else await load(page, shown.path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('[class*=waiting_waiting]')).toHaveCount(0)
      await shown.open?.(page)
      const where = `${shown.path}${shown.open ? ', opened' : ''}, ${language}`
      found.push(...(await problemsOf(page, wanted, judged)).map(problem => `${where}, ${problem}`))
      before = shown
    }
  }
  expect(found).toEqual([])
  await page.context().close()
}

async function proposeRole(page: Page, agent: string): Promise<string> {
  const answer = await answerTo(page, '/acts/role.grant', {
    input: { agent, role: 'DBS_VIEWER' },
    reason: 'Works at two counters',
  })
  return String(answer['proposal'])
}

async function pagesOfSupervisor(page: Page): Promise<Shown[]> {
  const agent = await addAgent(page, { mobile: '9812307001', name: 'Ganesh Kamat' })
  const orders = await answerTo(page, '/agents?q=lakshmi').then(async ({ rows }) => {
    const [lakshmi] = rows as { id: string }[]
    return {
      agent: lakshmi?.id ?? '',
      list: (await answerTo(page, `/orders?agent=${lakshmi?.id}`)).rows as { id: string }[],
    }
  })
  const { id: list } = await answerTo(page, '/imports', { name: 'monday.csv', columns: ['mobile', 'name'] })
  await answerTo(page, `/imports/${String(list)}/lines`, {
    lines: [
      // A name may be one long word, and pushes nothing out of the window.
      { line: 2, cells: ['9812307002', 'W'.repeat(60)] },
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
    { path: '/exceptions' },
    { path: '/alerts' },
    { path: '/outbox' },
    { path: '/proposals' },
    { path: '/proposals?state=mine' },
    { path: '/proposals?state=emergencies' },
    { path: `/proposals/${await proposeRole(page, agent)}` },
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

async function problemsOf(page: Page, wanted: readonly Look[], judged: Set<string>): Promise<string[]> {
  const found: string[] = []
  for (const { size, scheme, run } of wanted) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme })
    const problems = [
      ...(await lookAgain(() => page.evaluate(overhang))),
      ...(isLong || (size === phone && (await hasNewParts(page, judged)))
        ? await lookAgain(() => axeProblems(page, run), 1)
        : []),
    ]
    found.push(...problems.map(problem => `${size.width} px, ${scheme}: ${problem}`))
  }
  return found
}

/** Returns the path without a tab or a query, which change only a part of a page. */
function pageOf({ path }: Shown): string {
  return path.replace(/\?.*/, '').split('/').slice(0, 3).join('/')
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  await injectAxe(page)
}

/** Goes to another page as Back does, without loading the console and axe anew. The new page's h1 takes the focus. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('h1')).toBeFocused()
}

function overhang(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : []
}
