import { password } from './agent.ts'
import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import { otherPrograms, refusedOrigins } from './refused-origins.ts'
import type { Screen } from './screens/screen.ts'

test('[API-15] the browser holds the page to its policy: no code from strings, no other site, of this computer only the ports of device services, no camera, microphone or place', async ({
  page,
}) => {
  await page.goto('/login')
  await test.step('a string used as markup or code throws', async () => {
    const outcomes = await page.evaluate(() => {
      const tried = (work: () => unknown) => {
        try {
          work()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown'
        }
      }
      return {
        innerHTML: tried(() => (document.body.innerHTML = '<b>hello</b>')),
        insertAdjacentHTML: tried(() => document.body.insertAdjacentHTML('beforeend', '<b>hello</b>')),
        scriptText: tried(() => (document.createElement('script').text = 'window.ran = true')),
        scriptAddress: tried(() => (document.createElement('script').src = '/assets/other.js')),
        plugin: tried(() => document.createElement('object').setAttribute('data', '/icon.svg')),
        parsed: tried(() => new DOMParser().parseFromString('<b>hello</b>', 'text/html')),
        policyOfItsOwn: tried(() =>
          (
            globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('mine', { createHTML: (text: string) => text }),
        ),
      }
    })
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['TypeError']))
    await expect(page.getByLabel('Mobile number')).toBeVisible()
  })
  await test.step('every source outside the policy is refused', async () => {
    const refused = await page.evaluate(async () => {
      const seen: string[] = []
      document.addEventListener('securitypolicyviolation', event => seen.push(event.effectiveDirective))
      const directives = async (work: () => unknown) => {
        seen.length = 0
        await Promise.resolve(work()).catch(() => {})
        // The browser reports a violation in a later task, and another process reports the violation of a frame.
        for (let turns = 0; turns < 3 || (seen.length === 0 && turns < 500); turns += 1)
          await new Promise(done => setTimeout(done, 20))
        // Two policies may refuse one call.
        return [...new Set(seen)].join(' ')
      }
      const add = (name: string, attributes: Record<string, string>) => () => {
        const element = document.createElement(name)
        for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
        document.head.append(element)
      }
      return {
        foreignCall: await directives(() => fetch('https://elsewhere.example/')),
        foreignPicture: await directives(add('img', { src: 'https://elsewhere.example/a.png' })),
        foreignStyles: await directives(
          add('link', { rel: 'stylesheet', href: 'https://elsewhere.example/a.css' }),
        ),
        inlineStyle: await directives(add('p', { style: 'color: red' })),
        base: await directives(add('base', { href: 'https://elsewhere.example/' })),
        frame: await directives(add('iframe', { src: '/login' })),
      }
    })
    expect(refused).toEqual({
      foreignCall: 'connect-src',
      foreignPicture: 'img-src',
      foreignStyles: 'style-src-elem',
      inlineStyle: 'style-src-attr',
      base: 'base-uri',
      frame: 'frame-src',
    })
  })
  await test.step('of this computer, only the ports of device services answer', async () => {
    expect(await page.evaluate(refusedOrigins)).toEqual(otherPrograms)
  })
  await test.step('the page may ask for this computer’s network alone', async () => {
    const allowed = await page.evaluate(() => {
      const { featurePolicy } = document as unknown as {
        featurePolicy: { allowsFeature(name: string): boolean }
      }
      return ['loopback-network', 'camera', 'microphone', 'geolocation'].filter(name =>
        featurePolicy.allowsFeature(name),
      )
    })
    expect(allowed).toEqual(['loopback-network'])
  })
})

const portalOverHttps = 'https://portal.example'

test('[LOG-6, SES-1] over https the token’s cookie is Secure, for this site alone and every path, for 600,000,000 ms', async ({
  page,
  product,
}) => {
  // Passes https requests on to the product's address, as a proxy that ends TLS does.
  await page.route(`${portalOverHttps}/**`, async route => {
    const { pathname, search } = new URL(route.request().url())
    const { connection: _, ...headers } = await route.request().allHeaders()
    const answer = route.fetch({
      url: `${product.address}${pathname}${search}`,
      headers: { ...headers, 'x-forwarded-proto': 'https' },
    })
    // Ignores errors, because the browser may have left the page meanwhile.
    await answer.then(response => route.fulfill({ response })).catch(() => {})
  })
  await page.goto(`${portalOverHttps}/login`)
  await page.getByLabel('Mobile number').fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  const before = Date.now()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const cookies = await page.context().cookies()
  const cookie = cookies.find(({ name }) => name === 'access_token')
  const device = { name: expect.stringMatching(/^device-/), path: '/api/v1/dbs/user', httpOnly: true }
  // Playwright also keeps the cookies of the answers to `route.fetch`, under the product's own address.
  const { hostname } = new URL(page.url())
  expect(cookies.filter(one => one !== cookie && one.domain === hostname)).toEqual([
    expect.objectContaining({ ...device, sameSite: 'Strict' }),
  ])
  expect(cookie).toMatchObject({ name: 'access_token', path: '/', sameSite: 'Strict', secure: true })
  // The cookie's age has whole seconds, and the log-in itself takes time.
  const lives = (cookie?.expires ?? 0) * 1000 - before
  expect(lives).toBeGreaterThan(600_000_000 - 2_000)
  expect(lives).toBeLessThan(600_000_000 + 120_000)
})

const shell: Screen = { path: '/dashboard', state: 'signed in', shows: 'Recent KYC' }

const markup = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>${7*7}{{7*7}}'

test('[API-14] hostile texts from the server are shown as text', async ({ page, product, session }) => {
  const order = { createdOn: '2026-03-04T05:06:07.000Z', status: 'KYC_FAILURE', transactionId: markup }
  await page.route('**/api/v1/dbs/ekyc/order/byUser', route =>
    route.fulfill({
      json: {
        response: { success: true, displayMsg: markup },
        orders: [{ ...order, id: markup, tpsMsg: markup, dbsRefCode: markup }],
        totalPages: 1,
        totalItems: 1,
        currentPage: 1,
      },
    }),
  )
  await page.route('**/api/v1/dbs/mis/statistics/get', route =>
    route.fulfill({ json: { response: { success: false, displayMsg: markup } } }),
  )
  await page.route('**/api/v1/dbs/ekyc/refcode/check/', route =>
    route.fulfill({ json: { response: { success: false, displayMsg: markup } } }),
  )
  const user = session.slice['profileInfo'] as Record<string, unknown>
  const slice = { profileInfo: { ...user, name: markup, email: markup } }
  await openScreen({ ...shell, slice }, { page, product, address: product.address, session })
  await expect(page.getByRole('banner').getByText(markup).first()).toBeVisible()
  await expect(page.getByRole('main').getByText(markup).first()).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByRole('main').getByText(markup).first()).toBeVisible()
  await page.goto('/kyc-list')
  await expect(page.getByRole('main').getByText(markup).first()).toBeVisible()
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill(markup.slice(0, 20))
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('dialog').getByText(markup)).toBeVisible()
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})
