import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'

import { password } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { press } from './keyboard.ts'
import { arrive, button, confirm, h1, rowOf, typeAt } from './morning.ts'
import { expect, test, type Product } from './product.ts'
import { addAgent, openAs, people, signInAs } from './staff.ts'

test('somebody of the bank without a role in the console gets a page that says so, and no session', async ({
  page,
  staffConsole,
}) => {
  await page.goto(`${staffConsole}/agents`)
  await signInAs(page, 'Ravi Menon')
  await expect(h1(page, 'You have no role here yet')).toBeVisible()
  await page.goto(staffConsole)
  await expect(h1(page, 'Sign in')).toBeVisible()
})

test('the help desk finds an agent by four digits, unlocks, sends an OTP, and reads an order’s timeline by its reference', async ({
  page,
  browser,
  product,
  staffConsole,
}) => {
  const keys = page.keyboard
  const mobile = '9812304321'
  const supervisor = await openAs(browser, 'supervisor', staffConsole)
  await addAgent(supervisor, { mobile, name: 'Kavita Naik' })
  await supervisor.context().close()
  await doKyc(product, 'DBS10401')

  await arrive(page, staffConsole, 'support')
  await lock(product, mobile)
  await keys.press('/')
  await typeAt(page, '4321')
  await keys.press('Enter')
  await expect(h1(page, 'Kavita Naik')).toBeFocused()
  await expect(page.getByText('Log-in waits until')).toBeVisible()
  await keys.press('u')
  await confirm(page, 'Unlock')
  await expect(page.getByText('Agent unlocked.')).toBeVisible()
  await expect(page.getByText('Log-in waits until')).toBeHidden()

  await press(page, button(page, 'More'))
  await press(page, button(page, 'Send an OTP'))
  await keys.press('Escape')
  await expect(button(page, 'More')).toBeFocused()
  await press(page, button(page, 'More'))
  await press(page, button(page, 'Send an OTP'))
  await confirm(page, 'Send an OTP')
  await expect(page.getByText('OTP sent.')).toBeVisible()
  const [code = ''] = /\d{6}/.exec(await product.sms(mobile)) ?? []
  expect(code).not.toBe('')
  await expect(page.locator('body')).not.toContainText(code)

  await keys.press('/')
  await typeAt(page, 'DBS10401')
  await expect(page.getByRole('option', { name: /DBS10401/ })).toBeVisible()
  await keys.press('Enter')
  await expect(h1(page, 'DBS10401')).toBeFocused()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const steps = page.getByRole('list').filter({ hasText: 'Reference checked' }).getByRole('listitem')
  for (const step of [
    'Reference checked',
    'Finger captured',
    'Authority asked',
    'Authority answered',
    'Settled',
  ])
    await expect(steps.filter({ hasText: step })).toHaveCount(1)
})

test('an auditor reads who looked at an agent, has the chain verified, and changes nothing', async ({
  page,
  staffConsole,
}) => {
  const keys = page.keyboard
  await arrive(page, staffConsole, 'auditor')
  await keys.press('/')
  await typeAt(page, 'lakshmi nair')
  await expect(page.getByRole('option', { name: /Lakshmi Nair/ })).toBeVisible()
  await keys.press('Enter')
  await expect(h1(page, 'Lakshmi Nair')).toBeFocused()
  await expect(button(page, 'More')).toBeHidden()
  await press(
    page,
    page.getByRole('navigation', { name: 'About this agent' }).getByRole('link', { name: 'Trail' }),
  )
  await expect(rowOf(page, people.auditor.name)).toBeHidden()
  await page.getByRole('checkbox', { name: 'Also who looked' }).press('Space')
  const own = rowOf(page, people.auditor.name).filter({ hasText: 'Looked at' }).first()
  await expect(own).toContainText(/Farah Siddiqui \(staff [0-9a-f]{8}\)/)

  await press(page, page.getByRole('link', { name: 'Audit', exact: true }))
  await expect(h1(page, 'Audit')).toBeFocused()
  await press(page, button(page, 'Verify'))
  await expect(page.getByText('Nothing is changed or missing')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('checkbox', { name: 'Also who looked' }).press('Space')
  await expect(rowOf(page, people.auditor.name).filter({ hasText: 'Looked at' }).first()).toBeVisible()
})

/** Sends six wrong passwords, so that the agent must wait before the next log-in. */
async function lock(product: Product, mobile: string): Promise<void> {
  const client = createHttpClient(product.address, mobile)
  await client.check()
  for (let tries = 0; tries < 6; tries += 1) await client.login('Wrong@2026')
}

async function doKyc(product: Product, reference: string): Promise<void> {
  const client = createHttpClient(product.address, '9000000001')
  await client.check()
  await client.login(password)
  const check = await client.checkReference(reference)
  const wadh = check['biometricConstants'].wadh as string
  const capture = await captureFingerprint(product.devicePort, { wadh, mobile: client.mobile, reference })
  expect((await client.submit(check['orderId'] as string, capture)).status).toBe(200)
}
