import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { byOne, openConsole, press } from '../../testing/console.tsx'

const message: AnswerOf<'listMessages'>['rows'][number] = {
  id: '0196f3a1-0000-7000-8000-0000000000b1',
  kind: 'sms',
  mobile: 'XXXXXX0001',
  state: 'waiting',
  createdOn: '2026-11-24T03:30:00.000Z',
  expiresOn: '2026-11-24T03:45:00.000Z',
  attempts: 3,
  nextAttemptOn: '2026-11-24T03:35:00.000Z',
  lastError: 'the gateway answered 503',
}
const list = (...rows: (typeof message)[]) => ({ listMessages: { rows, isMore: false } })

test('what waits tells its tries, its failure and its end', async () => {
  const { askedFor } = await openConsole('/outbox', 'support', list(message))
  const row = within((await screen.findByText('XXXXXX0001')).closest('tr') as HTMLElement)
  for (const told of ['SMS', '3', 'the gateway answered 503', 'next try 24 Nov, given up after 24 Nov'])
    expect(row.getByText(told)).toBeTruthy()
  expect(askedFor('listMessages').at(-1)).toEqual({})
})

test.each([
  { button: 'Retry', dialog: 'Retry this message', input: { id: message.id } },
  { button: 'Retry all pending', dialog: 'Retry all pending', input: {} },
])('$button', async ({ button, dialog, input }) => {
  const { user, askedFor } = await openConsole('/outbox', 'support', { ...list(message), ...byOne })
  await user.click(await screen.findByRole('button', { name: button }))
  const shown = within(screen.getByRole('dialog', { name: dialog }))
  await press(shown.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(askedFor('doAct')).toEqual([{ name: 'outbox.retry', input }]))
  expect(await screen.findByText('Messages retried.')).toBeTruthy()
})

test('an auditor sees what waits and retries nothing', async () => {
  await openConsole('/outbox', 'auditor', list(message))
  await screen.findByText('XXXXXX0001')
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
})

test('what was given up or delivered says when, and cannot be retried', async () => {
  const { nextAttemptOn: _next, ...over } = message
  const dead = { ...over, state: 'dead' as const, deadOn: '2026-11-24T03:45:00.000Z' }
  const { askedFor } = await openConsole('/outbox?state=dead&kind=sms', 'support', list(dead))
  expect(await screen.findByText('given up 24 Nov, 09:15:00')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
  expect(askedFor('listMessages').at(-1)).toEqual({ state: 'dead', kind: 'sms' })
  const delivered = { ...over, state: 'delivered' as const, deliveredOn: '2026-11-24T03:31:00.000Z' }
  await openConsole('/outbox?state=delivered', 'support', {
    listMessages: { rows: [delivered], isMore: true },
  })
  expect(await screen.findByText('delivered 24 Nov, 09:01:00')).toBeTruthy()
  expect(screen.getByText('There are more: these are the newest 1.')).toBeTruthy()
})

test.each([
  { address: '/outbox', says: 'No message is pending.' },
  { address: '/outbox?state=dead', says: 'Nothing was given up.' },
  { address: '/outbox?state=delivered', says: 'Nothing was delivered lately.' },
  { address: `/outbox?message=${message.id}`, says: 'There is no message of this id.' },
])('an empty $address says: $says', async ({ address, says }) => {
  await openConsole(address, 'support', list())
  expect(await screen.findByText(says)).toBeTruthy()
})

test('the search’s message stands alone, until its chip is removed', async () => {
  const { user, askedFor } = await openConsole(`/outbox?message=${message.id}`, 'support', {
    ...list(message),
  })
  await screen.findByText('XXXXXX0001')
  expect(askedFor('listMessages').at(-1)).toEqual({ message: message.id })
  await user.click(screen.getByRole('button', { name: 'Remove the filter Message' }))
  await waitFor(() => expect(askedFor('listMessages').at(-1)).toEqual({}))
})
