import { password } from './agent.ts'
import { holdScript, mobile, script, watchShifts } from './early-press.ts'
import { expect, test } from './product.ts'

test('[LOG-2] before the portal has loaded, digits need no click and a wrong number is refused; Continue sends its call at once, and the portal takes the answer over', async ({
  page,
}) => {
  const checks: Record<string, unknown>[] = []
  page.on('request', request => {
    if (request.url().endsWith('/user/check')) checks.push(request.postDataJSON() as Record<string, unknown>)
  })
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Mobile number')).toBeFocused()
  await page.keyboard.type('90000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter correct mobile No')).toBeVisible()
  await page.getByLabel('Mobile number').fill(mobile)
  const answered = page.waitForResponse('**/user/check')
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  expect((await answered).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')

  release()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(checks).toEqual([
    {
      header: expect.objectContaining({ msgType: 'CHECK_USER', src: 'WEB' }),
      device: expect.objectContaining({ ip: '127.0.0.1', location: { type: 'Point', coordinates: [0, 0] } }),
      username: mobile,
    },
  ])
})

test('a script that fails to load is reported, and the next press gets the page again with the number', async ({
  page,
}) => {
  await page.route(script, route => route.abort())
  await page.goto('/login')
  await expect(page.getByText('This page did not load completely.')).toBeVisible()
  await page.getByLabel('Mobile number').fill(mobile)

  await page.unroute(script)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This page did not load completely.')).toBeHidden()
  await expect(page.getByLabel('Mobile number')).toHaveValue(mobile)
  expect(page.url()).toMatch(/\/login$/)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
})

test('the log-in does not shift, and the policy refuses nothing, the portal’s start included', async ({
  page,
}) => {
  await page.addInitScript(watchShifts)
  await page.addInitScript(() => {
    window.refused = []
    document.addEventListener('securitypolicyviolation', event =>
      window.refused.push(event.violatedDirective),
    )
  })
  await page.goto('/login')
  await expect(page).toHaveTitle(/^Log in/)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => [window.moved, window.refused])).toEqual([[], []])
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
  expect(await page.evaluate(() => window.refused)).toEqual([])
})
