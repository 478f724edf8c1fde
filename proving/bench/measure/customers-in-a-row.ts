import type { Locator, Page } from '@playwright/test'

/** The key presses and the seconds that one customer costs an agent who uses only the keyboard. */
export type Customer = { keys: number; seconds: number }

/**
 * Serves customers one after the other, starting on the screen Do KYC. If `by` is 'scanner', a hand-held scanner types
 * the reference, and its keys do not count.
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
    // Each press of Space scrolls the consent by one window, so a longer text takes more presses.
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

/** Tells whether a control has the focus after 50 ms, because the focus moves only with the next frame. */
function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate(
    element =>
      new Promise<boolean>(resolve => setTimeout(() => resolve(element === document.activeElement), 50)),
  )
}
