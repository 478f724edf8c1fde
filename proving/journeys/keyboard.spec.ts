import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { captureTexts } from '@ekyc/contract/texts'

import { password } from './agent.ts'
import { listen, press } from './keyboard.ts'
import { expect, test } from './whole-browser.ts'

test('[LOG-1, LOG-6, KYC-2, KYC-7, KYC-10, HDR-4] the whole job by keyboard alone, with the focus where it is expected and every step announced', async ({
  page,
  product,
}) => {
  const heard = await listen(page)
  const keys = page.keyboard
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  await page.goto('/login')
  const mobile = page.getByLabel('Mobile number')
  await expect(mobile).toBeFocused()
  await keys.type('90000')
  await keys.press('Enter')
  await expect.poll(heard).toContain(signInTexts.mobileWrong)
  await expect(mobile).toBeFocused()
  await keys.type('00001')
  await keys.press('Enter')

  const secret = page.getByLabel('Password', { exact: true })
  await expect(secret).toBeFocused()
  await keys.press('Enter')
  await expect.poll(heard).toContain(signInTexts.passwordEmpty)
  await expect(secret).toBeFocused()
  await keys.type(password)
  await keys.press('Enter')

  await expect(heading(/^Good/)).toBeFocused()
  await press(page, button('Do KYC'))

  const reference = page.getByLabel('Reference number')
  await expect(reference).toBeFocused()
  await keys.press('Enter')
  await expect.poll(heard).toContain('Please enter valid reference Number')
  await expect(reference).toBeFocused()
  await keys.type('UNKNOWN')
  await keys.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button')).toBeFocused()
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(reference).toBeFocused()
  await keys.press('ControlOrMeta+A')
  await keys.type('DBS10230')
  await keys.press('Enter')

  await expect(page.getByRole('region', { name: 'Read this to the customer' })).toBeFocused()
  await press(page, button('Capture Fingerprint'))
  await expect.poll(heard).toContain('Ask the customer first, then tick the box.')
  const consent = page.getByRole('checkbox')
  await expect(consent).toBeFocused()
  await keys.press('Space')
  await expect(consent).toBeChecked()

  await product.device({ scenario: 'error', errCode: '730', errInfo: 'Capture failed' })
  await press(page, button('Capture Fingerprint'))
  await expect(dialog.getByRole('button').first()).toBeFocused()
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button('Try again')).toBeFocused()
  await product.deviceReset()
  await keys.press('Enter')
  await expect(button('Proceed')).toBeFocused()
  const told = await heard()
  expect(told).toContain(captureTexts.detecting)
  expect(told).toContain('Ask the customer to place one finger on the scanner and keep it still.')
  expect(told).toContain(captureTexts.captured)

  await keys.press('Enter')
  const result = heading('KYC Details')
  await expect(result).toHaveAccessibleDescription(/^Success/)
  await expect(reference).toBeFocused()
  await expect(reference).toHaveAccessibleDescription(/^KYC Details Success/)
  await press(page, button('Copy Reference'))
  await expect.poll(heard).toContain('Reference copied')
  await press(page, button('Next customer'))
  await expect(reference).toBeFocused()
  await expect(reference).toHaveValue('')

  const menu = page.getByRole('button', { name: /^Account of/ })
  await press(page, menu)
  await expect(button('Profile')).toBeVisible()
  await keys.press('Escape')
  await expect(button('Profile')).toBeHidden()
  await expect(menu).toBeFocused()
  await keys.press('Enter')
  await press(page, button('Logout'))
  await expect(page).toHaveURL(/\/$/)
  await expect(mobile).toBeFocused()
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ name }) => name === 'access_token')).toEqual([])
})
