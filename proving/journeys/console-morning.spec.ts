import { csvLine } from '@ekyc/contract/csv-line'

import { press, tabTo } from './keyboard.ts'
import { arrive, button, h1, newAgents, preview, proposalNumber, propose, proveAs } from './morning.ts'
import { expect, test } from './product.ts'
import { openAs } from './staff.ts'

test('a supervisor proposes a file of agents, security approves with a fresh proof, and the import runs to its end, all by keyboard', async ({
  page,
  browser,
  staffConsole,
}) => {
  // Playwright takes over a file chooser only if the page has a listener, and begins only after a moment.
  page.on('filechooser', () => {})
  await arrive(page, staffConsole, 'supervisor')
  const csv = [['Mobile No.', 'Name', 'Branch'], ...newAgents('Canacona', 5_102, 5_103, 5_105)]
    .map(csvLine)
    .join('')
  await preview(page, { name: 'monday.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await press(page, button(page, 'Propose import of 3'))
  await propose(page, 'Import', 'The list of Monday')
  const number = await proposalNumber(page)
  await expect(page.getByText('A second person decides on these lines')).toBeVisible()

  const security = await openAs(browser, 'security', staffConsole)
  await expect(h1(security, 'Overview')).toBeVisible()
  await security.keyboard.press('g')
  await security.keyboard.press('p')
  await expect(h1(security, 'Proposals')).toBeFocused()
  await tabTo(security, security.locator(`a[href="/proposals/${number}"]`))
  await security.keyboard.press('Enter')
  await expect(security.getByText('The list of Monday')).toBeVisible()
  await expect(security.getByText('New agents: 3')).toBeVisible()
  await expect(security.getByRole('link', { name: 'monday.csv' })).toBeVisible()
  await expect(security.getByRole('row').filter({ hasText: 'Canacona' })).toHaveCount(3)
  await press(security, button(security, 'Approve and apply'))
  await proveAs(security, 'security')
  await expect(security.getByText('Your vote has decided it.')).toBeVisible()
  await expect(security.getByText('Applied', { exact: true }).first()).toBeVisible()
  await security.context().close()
})
