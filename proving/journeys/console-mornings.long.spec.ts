import { password } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { press, tabTo } from './keyboard.ts'
import {
  arrive,
  button,
  confirm,
  h1,
  newAgents,
  preview,
  proposalNumber,
  propose,
  proveAs,
  rowOf,
  typeAt,
} from './morning.ts'
import { expect, test, type Product } from './product.ts'
import { addAgent, callAs, openAs, people, workbookOf } from './staff.ts'

test('a viewer filters the agents and sends the address, by which a colleague sees the same; more they may not', async ({
  page,
  browser,
  staffConsole,
}) => {
  const keys = page.keyboard
  await arrive(page, staffConsole, 'viewer')
  await keys.press('g')
  await keys.press('a')
  await expect(h1(page, 'Agents')).toBeFocused()
  // Among the agents of one branch, because other journeys import more than a page of agents.
  await page.goto(`${staffConsole}/agents?branch=Pune+Camp`)
  await press(page, button(page, 'Status'))
  const status = page.getByRole('form', { name: 'Status' })
  await expect(status.getByRole('radio', { name: 'Any' })).toBeFocused()
  while (!(await status.getByRole('radio', { name: 'No password' }).isChecked()))
    await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page).toHaveURL(/status=no-password/)
  await expect(rowOf(page, 'Ravi Kumar')).toContainText('XXXXXX0002')
  await expect(rowOf(page, 'Asha Verma')).toBeHidden()

  const colleague = await openAs(browser, 'support', staffConsole)
  await colleague.goto(page.url())
  await expect(rowOf(colleague, 'Ravi Kumar')).toBeVisible()
  await expect(rowOf(colleague, 'Asha Verma')).toBeHidden()
  await expect(button(colleague, 'Remove the filter Status')).toBeVisible()
  await colleague.context().close()

  await keys.press('a')
  await expect(page.getByRole('dialog')).toBeHidden()
  await keys.press('j')
  await expect(rowOf(page, 'Ravi Kumar').getByRole('link')).toBeFocused()
  await keys.press('Enter')
  await expect(h1(page, 'Ravi Kumar')).toBeFocused()
  for (const act of ['Edit', 'More', 'Disable', 'Show mobile']) await expect(button(page, act)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Proposals' })).toBeHidden()
  const id = new URL(page.url()).pathname.split('/')[2]
  const refused = await callAs(page, '/acts/agent.disable', { input: { agent: id } })
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({
    error: { code: 'not_permitted', roles: ['support', 'supervisor', 'security'] },
  })
  await page.goto(`${staffConsole}/staff`)
  await expect(page.getByText('It is open to these roles: Security.')).toBeVisible()
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

test('a supervisor proposes a workbook without its wrong line, which security rejects; then leavers are disabled, and a person of the staff', async ({
  page,
  browser,
  staffConsole,
}) => {
  const keys = page.keyboard
  // Playwright takes over a file chooser only if the page has a listener, and begins only after a moment.
  page.on('filechooser', () => {})
  await arrive(page, staffConsole, 'supervisor')

  await test.step('of a workbook, the wrong line is left out', async () => {
    const lines = [['Mobile', 'Name', 'Branch'], ...newAgents('Ponda', 5_004), ['12', 'Nobody', 'Ponda']]
    await preview(page, {
      name: 'monday.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbookOf(lines),
    })
    await expect(rowOf(page, 'Nobody')).toContainText('Mobile: must be 10 digits')
    await expect(button(page, 'Propose import of 1')).toBeDisabled()
    await press(page, button(page, 'Leave them out'))
    await press(page, button(page, 'Propose import of 1'))
    await propose(page, 'Import', 'From the branch')
  })
  const number = await proposalNumber(page)

  const security = await (await browser.newContext()).newPage()
  await test.step('security rejects it', async () => {
    await arrive(security, staffConsole, 'security')
    await security.keyboard.press('g')
    await security.keyboard.press('p')
    await expect(h1(security, 'Proposals')).toBeFocused()
    await tabTo(security, security.locator(`a[href="/proposals/${number}"]`))
    await security.keyboard.press('Enter')
    await tabTo(security, security.getByRole('textbox', { name: 'Comment', exact: true }))
    await typeAt(security, 'This branch has a list of its own')
    await press(security, button(security, 'Reject'))
    await proveAs(security, 'security')
    await expect(security.getByText('Rejected', { exact: true }).first()).toBeVisible()
  })

  await test.step('the supervisor disables three marked agents at once, alone', async () => {
    for (const mobile of ['9812305002', '9812305003', '9812305005'])
      await addAgent(page, { mobile, name: `Agent ${mobile.slice(-4)}`, branch: 'Ponda' })
    await keys.press('g')
    await keys.press('a')
    await expect(h1(page, 'Agents')).toBeFocused()
    await press(page, button(page, 'Branch').first())
    await typeAt(page, 'Ponda')
    await keys.press('Tab')
    await keys.press('Enter')
    await expect(page).toHaveURL(/branch=Ponda/)
    await expect(page.getByRole('row')).toHaveCount(1 + 3)
    for (const key of 'jxjxjx') await keys.press(key)
    await expect(page.getByText('3 agents marked')).toBeVisible()
    await expect(page.getByText('You decide alone.')).toBeVisible()
    await press(page, button(page, 'Disable'))
    await confirm(page, 'Disable', 'Left the bank')
    await expect(page.getByText('Agents disabled.')).toBeVisible()
    await expect(rowOf(page, 'Disabled')).toHaveCount(3)
  })

  await test.step('security disables a viewer, whose session ends', async () => {
    const viewer = await openAs(browser, 'viewer', staffConsole)
    await press(security, security.getByRole('link', { name: 'Staff' }))
    await expect(h1(security, 'Staff')).toBeFocused()
    await tabTo(security, security.getByRole('link', { name: people.viewer.name }))
    await security.keyboard.press('Enter')
    await expect(h1(security, people.viewer.name)).toBeFocused()
    await press(security, button(security, 'Disable'))
    await confirm(security, 'Disable', 'Left the bank')
    await expect(security.getByText('Person disabled.')).toBeVisible()
    expect((await callAs(viewer, '/me')).status()).toBe(401)
    await viewer.context().close()
  })
  await security.context().close()
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
  for (let tries = 0; tries < 6; tries += 1) await client.logIn('Wrong@2026')
}

async function doKyc(product: Product, reference: string): Promise<void> {
  const client = createHttpClient(product.address, '9000000001')
  await client.logIn(password)
  expect((await client.kyc(reference, product.sandbox)).status).toBe(200)
}
