import { consoleBase } from '@ekyc/contract/console/calls'
import type { StaffRole } from '@ekyc/contract/console/acts'
import { workbook } from '@ekyc/contract/testing/workbook'
import type { APIResponse, Browser, Page } from '@playwright/test'

import { expect } from './product.ts'
import { press } from './keyboard.ts'

/** A person of the sandbox's identity provider for each role. Each person has only that role. */
export const people = {
  viewer: { id: 'meera', name: 'Meera Iyer' },
  support: { id: 'neha', name: 'Neha Kulkarni' },
  supervisor: { id: 'arjun', name: 'Arjun Rao' },
  auditor: { id: 'farah', name: 'Farah Siddiqui' },
  security: { id: 'vikram', name: 'Vikram Shetty' },
} as const satisfies Record<StaffRole, { id: string; name: string }>

export async function signInAs(page: Page, name: string): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Sign in with your bank account' }))
  await press(page, page.getByRole('link', { name, exact: true }))
}

/** Signs in by plain requests, without the sign-in page, and then opens the console. */
export async function openAs(
  browser: Browser,
  role: StaffRole,
  address: string,
  { bypassCSP = false } = {},
): Promise<Page> {
  const page = await browser.newPage({ baseURL: address, bypassCSP })
  const chooser = await page.request.get(`${consoleBase}/sign-in/oidc/start`)
  await page.request.get(`${chooser.url()}?as=${people[role].id}`)
  await page.goto(address)
  await expect(page.getByRole('button', { name: people[role].name })).toBeVisible()
  return page
}

export async function callAs(page: Page, path: string, body?: object): Promise<APIResponse> {
  const { origin } = new URL(page.url())
  return page.request.fetch(origin + consoleBase + path, {
    headers: { origin, 'x-console': '1', 'idempotency-key': crypto.randomUUID().replaceAll('-', '') },
    ...(body && { method: 'POST', data: body }),
  })
}

export async function addAgent(
  supervisor: Page,
  details: { mobile: string; name: string; branch?: string },
): Promise<string> {
  const input = {
    email: '',
    addressLine1: '',
    addressLine2: '',
    staffNumber: '',
    branch: 'Margao',
    outlet: '',
    supervisor: '',
    // One person adds an agent without roles.
    roles: [],
    ...details,
  }
  expect((await callAs(supervisor, '/acts/agent.add', { input })).status()).toBe(200)
  const found = await callAs(supervisor, `/agents?q=${details.mobile.slice(-4)}`)
  const { answer } = (await found.json()) as { answer: { rows: { id: string }[] } }
  return answer.rows[0]?.id ?? ''
}

export function workbookOf(lines: string[][]): Buffer {
  const rows = lines.map((line, row) => {
    const cells = line.map((text, column) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<c r="${'ABCD'[column]}${row + 1}" t="inlineStr"><is><t>${escaped}</t></is></c>`
    })
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return Buffer.from(workbook(rows.join('')))
}
