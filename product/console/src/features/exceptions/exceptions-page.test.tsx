import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { byOne, openConsole, press } from '../../testing/console.tsx'
import { asha, order as tried } from '../../testing/samples.ts'

const { id: order } = tried
const exception: AnswerOf<'listExceptions'>['rows'][number] = {
  order,
  reference: 'DBS10001',
  reason: 'missing',
  needs: ['seeing', 'moving'],
  tries: 5,
  openedOn: '2026-11-20T03:30:00.000Z',
  dueBy: '2026-11-23T03:30:00.000Z',
  isOverdue: true,
  agent: asha,
  decision: null,
  decidedOn: null,
  decidedBy: null,
}
const another = '0196f3a1-0000-7000-8000-0000000000c2'
const third = '0196f3a1-0000-7000-8000-0000000000c3'
const list = (row = exception) => ({ listExceptions: { rows: [row], isMore: false } })

test('the queue tells why, what is needed and by when, and leads to the case', async () => {
  await openConsole('/exceptions', 'supervisor', list())
  const row = within((await screen.findByText('DBS10001')).closest('tr') as HTMLElement)
  for (const told of ['Fingers or hands missing', 'Needs: seeing, moving', '5', 'Asha Verma', 'overdue'])
    expect(row.getByText(told)).toBeTruthy()
  expect(row.getByRole('link', { name: 'DBS10001' }).getAttribute('href')).toBe(`/exceptions/${order}`)
})

test('a supervisor sees why, what is needed and by when, and decides', async () => {
  let decision: 'other_way_accepted' | null = null
  const { user, askedFor } = await openConsole(`/exceptions/${order}`, 'supervisor', {
    listExceptions: () => ({
      rows: [
        { ...exception, decision },
        { ...exception, order: another, reason: 'worn', decision: 'invite_again', decidedBy: 'Ravi' },
        { ...exception, order: third, reference: 'DBS10009', reason: 'device_cannot_read' },
      ],
      isMore: false,
    }),
    getOrder: tried,
    planAct: byOne.planAct,
    doAct: () => {
      decision = 'other_way_accepted'
      return byOne.doAct
    },
  })
  const inCard = async (name: string) => within(await screen.findByRole('region', { name }))
  for (const told of ['Fingers or hands missing', 'Needs: seeing, moving', 'overdue'])
    expect((await inCard('This case')).getByText(told)).toBeTruthy()
  expect(await (await inCard('This case')).findByText('Scanner')).toBeTruthy()
  const tries = await inCard('What was tried with this customer')
  expect(await tries.findByText('Not verified')).toBeTruthy()
  expect((await inCard('Other cases of this customer')).getByText('Invite again')).toBeTruthy()
  expect((await inCard('Other cases of this agent')).getByText('DBS10009')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Decide' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Decide about DBS10001' }))
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  expect(dialog.queryByRole('button', { name: 'Decide' })).toBeNull()
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Decision' }),
    'Another way of proof accepted',
  )
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  expect(await dialog.findByLabelText('becomes Another way of proof accepted')).toBeTruthy()
  await press(await dialog.findByRole('button', { name: 'Decide' }))
  await waitFor(() =>
    expect(askedFor('doAct')).toEqual([
      { name: 'exception.decide', input: { order, decision: 'other_way_accepted' } },
    ]),
  )
  expect(await (await inCard('This case')).findByText('Another way of proof accepted')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('the help desk sees the queue and decides nothing', async () => {
  await openConsole(`/exceptions/${order}`, 'support', { ...list(), getOrder: tried })
  await screen.findByRole('heading', { level: 1, name: 'DBS10001' })
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull()
})

test('what is decided tells who decided it', async () => {
  const { askedFor } = await openConsole('/exceptions?state=decided', 'auditor', {
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
