import { newPasswordTexts } from '@ekyc/contract/texts'

import { expect, test } from './product.ts'
import { listen, press, tabTo } from './keyboard.ts'
import { openScreen } from './open-screen.ts'
import { screens } from './screens.ts'
import { calls, envelope } from './screens/screen.ts'
import { otpDetails } from './screens/sign-in.ts'

test('[LST-4, LST-5, DSH-4] list and graph by keyboard: filter, pages and the values of a month', async ({
  page,
  product,
  session,
}) => {
  const heard = await listen(page)
  const keys = page.keyboard
  const full = { state: 'full', path: '/kyc-list', shows: 'Ref ID' }
  await openScreen(full, { page, product, session })

  const next = page.getByRole('button', { name: 'Next page' })
  await press(page, next)
  await expect(page).toHaveURL(/page=2/)
  await expect(next).toBeFocused()
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^Page 2 of/))

  await page.reload()
  const filter = page.locator('summary')
  await press(page, filter)
  const status = page.getByLabel('Status')
  await tabTo(page, status)
  await expect(status).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Apply' }))
  await expect.poll(heard).toContain('Please selecte a status')
  await expect(status).toBeFocused()
  await keys.type('Success')
  await press(page, page.getByRole('button', { name: 'Apply' }))
  await expect(page).toHaveURL(/status=KYC_SUCCESS/)
  await expect(filter).toBeFocused()

  await openScreen(
    { ...full, path: '/dashboard', shows: 'Recent KYC' },
    { page, product, session, isUsed: true },
  )
  const month = page.getByRole('radio')
  await tabTo(page, month.first())
  await keys.press('ArrowRight')
  await expect(month.nth(1)).toBeFocused()
  await expect(month.nth(1)).toBeChecked()
  await expect(month.nth(1)).toHaveAccessibleName(/20\d\d/)
})

test('passkeys and sessions by keyboard: remove, log out everywhere else, and ask for an OTP', async ({
  page,
  product,
  session,
}) => {
  const heard = await listen(page)
  const keys = page.keyboard
  const named = (path: string) => screens.find(screen => screen.path === '/security' && screen.state === path)
  const [withPasskeys, otp] = [named('logged out everywhere else'), named('an OTP for a passkey')]
  if (!withPasskeys?.answers || !otp) throw new Error('the table has no page of keys and sessions')
  const removed = { [calls.removePasskey]: { body: envelope(true) } }
  await openScreen(
    {
      path: '/security',
      state: 'with passkeys',
      answers: { ...withPasskeys.answers, ...removed },
      shows: 'Unknown device',
    },
    { page, product, session },
  )
  const remove = page.getByRole('button', { name: 'Remove Chrome on Windows' })
  await press(page, remove)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keys.press('Escape')
  await expect(remove).toBeFocused()
  await keys.press('Enter')
  await keys.press('Tab')
  await keys.press('Enter')
  await expect(page.getByRole('group', { name: 'Passkeys' })).toBeFocused()
  await expect.poll(heard).toContainEqual(expect.stringContaining('Passkey removed.'))
  await keys.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove Samsung Internet on Android' }).first()).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Log out everywhere else' }))
  await expect(page.getByRole('group', { name: 'Where you are logged in' })).toBeFocused()
  await expect.poll(heard).toContain('You are logged in on this device only. Sessions ended: 2.')

  await openScreen(
    { ...otp, act: async () => {}, shows: 'You have no passkey yet.' },
    {
      page,
      product,
      session,
      isUsed: true,
    },
  )
  await press(page, page.getByRole('button', { name: 'Get an OTP by SMS' }))
  await expect(page.getByLabel('OTP', { exact: true })).toBeFocused()
  await keys.press('Enter')
  await expect.poll(heard).toContain(newPasswordTexts.otpWrong)
  await expect(page.getByLabel('OTP', { exact: true })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(page.getByRole('button', { name: 'Get an OTP by SMS' })).toBeFocused()
})

test('[OTP-3] after Resend the focus is in the OTP field', async ({ page, product, session }) => {
  const answer = { body: { response: { success: true, displayMsg: '' }, otpDetails: otpDetails() } }
  await openScreen(
    {
      path: '/otp',
      state: 'resend possible',
      holds: 'checked',
      answers: { '/api/v1/dbs/user/password/reset': answer },
      shows: 'Resend OTP',
    },
    { page, product, session },
  )
  await expect(page.getByLabel('OTP', { exact: true })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Resend OTP' }))
  await expect(page.getByText('Resend in')).toBeVisible()
  await expect(page.getByLabel('OTP', { exact: true })).toBeFocused()
})
