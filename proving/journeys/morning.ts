import type { Locator, Page } from '@playwright/test'

import { press, tabTo } from './keyboard.ts'
import { expect } from './product.ts'
import { people, signInAs } from './staff.ts'

export const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: true })
export const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

export async function arrive(page: Page, address: string, role: keyof typeof people): Promise<void> {
  const { name } = people[role]
  await page.goto(address)
  await signInAs(page, name)
  await expect(h1(page, 'Overview')).toBeVisible()
  await expect(button(page, new RegExp(`${name}.*${role}`, 'i'))).toBeVisible()
}

/** The button of an act's dialog gets the focus when the console has planned the act, or its reason does. */
export async function confirm(page: Page, act: string, reason?: string): Promise<void> {
  const confirmed = button(page.getByRole('dialog'), act)
  await expect(confirmed).toBeEnabled()
  if (reason === undefined) await expect(confirmed).toBeFocused()
  else {
    await expect(page.getByLabel('Reason')).toBeFocused()
    await typeAt(page, reason)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function propose(page: Page, act: string, reason: string): Promise<void> {
  await expect(page.getByLabel('Reason')).toBeFocused()
  await typeAt(page, reason)
  const confirmed = button(page.getByRole('dialog'), `Propose: ${act}`)
  await expect(confirmed).toBeEnabled()
  await press(page, confirmed)
  await expect(page.getByText(/Proposal \d+ waits for a second person/)).toBeVisible()
}

export async function proposalNumber(page: Page): Promise<string> {
  const said = await page.getByText(/Proposal \d+ waits for a second person/).textContent()
  return /\d+/.exec(said ?? '')?.[0] ?? ''
}

export async function preview(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(h1(page, 'Agents')).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Import' }))
  await expect(h1(page, 'Import agents')).toBeFocused()
  const field = page.locator('input[type=file]')
  await tabTo(page, field)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await chooser).setFiles(file)
  await press(page, button(page, /^Preview/))
}

export function newAgents(branch: string, ...numbers: number[]): string[][] {
  return numbers.map(number => [`+91 98123 0${number}`, `Agent ${number}`, branch])
}

/** Signs in again in the window of the bank's provider, as a fresh proof. The page then goes on by itself. */
export async function proveAs(page: Page, role: keyof typeof people): Promise<void> {
  const opener = button(page, 'Open the sign-in')
  await expect(opener).toBeFocused()
  const popup = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const window = await popup
  const closed = window.waitForEvent('close')
  await press(window, window.getByRole('link', { name: people[role].name, exact: true }))
  await closed
  await expect(opener).toBeHidden()
}

/** A dialog or a filter focuses its field only after it has opened. */
export async function typeAt(page: Page, text: string): Promise<void> {
  await expect(page.locator('input:focus, textarea:focus')).toBeVisible()
  await page.keyboard.type(text)
}
