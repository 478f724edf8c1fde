import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { closeConsole, neha, openConsole, press } from '../../testing/console.tsx'

afterEach(closeConsole)

const order = '0196f3a1-0000-7000-8000-0000000000c1'
const exception: AnswerOf<'listExceptions'>['rows'][number] = {
  order,
  reference: 'DBS10001',
  reason: 'missing',
  needs: ['seeing', 'moving'],
  tries: 5,
  openedOn: '2026-11-20T03:30:00.000Z',
  dueBy: '2026-11-23T03:30:00.000Z',
  isOverdue: true,
  agent: { id: '0196f3a1-0000-7000-8000-0000000000a1', name: 'Asha Verma' },
  decision: null,
  decidedOn: null,
  decidedBy: null,
}
const list = (row = exception) => ({ listExceptions: { rows: [row], isMore: false } })
const deciding = {
  planAct: { reach: 1, permission: 'do' as const, needsProof: false },
  doAct: { done: true as const, changed: true },
}

test('a supervisor sees why, what is needed and by when, and decides', async () => {
  const { user, askedFor } = await openConsole('/exceptions', {
    getMe: neha('supervisor'),
    ...list(),
    ...deciding,
  })
  const row = within((await screen.findByText('DBS10001')).closest('tr') as HTMLElement)
  for (const told of ['Fingers or hands missing', 'Needs: seeing, moving', '5', 'Asha Verma', 'overdue'])
    expect(row.getByText(told)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Decide' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Decide about DBS10001' }))
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Decision' }),
    'Another way of proof accepted',
  )
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  await press(await dialog.findByRole('button', { name: 'Decide' }))
  await waitFor(() =>
    expect(askedFor('doAct')).toEqual([
      { name: 'exception.decide', input: { order, decision: 'other_way_accepted' } },
    ]),
  )
})

test('the help desk sees the queue and decides nothing', async () => {
  await openConsole('/exceptions', { getMe: neha('support'), ...list() })
  await screen.findByText('DBS10001')
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('what is decided tells who decided it', async () => {
  const { askedFor } = await openConsole('/exceptions?state=decided', {
    getMe: neha('auditor'),
    ...list({
      ...exception,
      decision: 'invite_again',
      decidedBy: 'Neha Kulkarni',
      decidedOn: '2026-11-21T03:30:00.000Z',
    }),
  })
  expect(await screen.findByText('Invite again')).toBeTruthy()
  expect(screen.getByText(/^Neha Kulkarni, 21 Nov/)).toBeTruthy()
  expect(askedFor('listExceptions').at(-1)).toEqual({ state: 'decided' })
})
