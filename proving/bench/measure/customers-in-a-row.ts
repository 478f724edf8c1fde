import type { Locator, Page } from '@playwright/test'

/** What one customer of many cost the agent, who uses the keyboard alone. */
export type Customer = { keys: number; seconds: number }

/**
 * Serves customers one after the other, from Do KYC on. A scanned reference comes by the keys of a hand-held scanner,
 * which cost the agent none.
 */
export async function serveInARow(
  page: Page,
  references: readonly string[],
  by: 'keys' | 'scanner',
): Promise<Customer[]> {
  const customers: Customer[] = []
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  for (const reference of references) {
    const startedAt = performance.now()
    keys = 0
    await focused(page, page.getByLabel('Reference number'))
    if (by === 'scanner') await page.keyboard.type(`${reference}\n`)
    else for (const key of [...Array.from(reference), 'Enter']) await press(key)
    await focused(page, page.getByRole('region', { name: 'Read this to the customer' }))
    const capture = page.getByRole('button', { name: 'Capture Fingerprint' })
    // A text that is longer than the window takes a Space more for each page of it.
    while (!(await isFocused(capture))) await press('Space')
    await press('Enter')
    await focused(page, page.getByRole('button', { name: 'Proceed' }))
    await press('Enter')
    await page.waitForURL(/\/kyc-result$/)
    await page.getByText(/UKC:[0-9a-f]{32}/).waitFor()
    customers.push({ keys, seconds: (performance.now() - startedAt) / 1000 })
  }
  return customers
}

async function focused(page: Page, control: Locator): Promise<void> {
  await control.and(page.locator(':focus')).waitFor()
}

/** Waits a little first, because the focus moves with the next frame. */
function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate(
    element =>
      new Promise<boolean>(resolve => setTimeout(() => resolve(element === document.activeElement), 50)),
  )
}
