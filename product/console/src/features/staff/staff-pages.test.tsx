import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { byOne, neha, openConsole, press, proving, untilProven } from '../../testing/console.tsx'

const joseph: AnswerOf<'getStaff'> = {
  id: '018f2c7e-0000-7000-8000-0000000000c1',
  name: 'Joseph Dias',
  roles: ['supervisor'],
  createdOn: '2026-10-01T03:30:00.000Z',
  lastSignInOn: '2026-11-24T03:30:00.000Z',
  sessions: [],
}

test('access is given back by a second person, with a reason and a proof', async () => {
  const { user, askedFor } = await openConsole(`/staff/${joseph.id}`, 'security', {
    ...proving,
    getStaff: { ...joseph, disabledOn: '2026-11-24T05:00:00.000Z' },
    planAct: { reach: 1, permission: 'propose', needsProof: true },
    doAct: { proposal: 1043 },
  })
  await user.click(await screen.findByRole('button', { name: 'Enable' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Enable: Joseph Dias' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Back at the desk')
  await press(dialog.getByRole('button', { name: /Enable/ }))
  await untilProven()
  expect(await screen.findByText('Proposal 1043 waits for a second person.')).toBeTruthy()
  const input = { staff: joseph.id }
  expect(askedFor('startProof')).toEqual([{ act: 'staff.enable', input }])
  expect(askedFor('doAct')).toEqual([{ name: 'staff.enable', input, reason: 'Back at the desk', proof: 'p' }])
})

test('a person’s page offers what the reader may do', async () => {
  const { user, askedFor } = await openConsole(`/staff/${joseph.id}`, 'security', {
    getStaff: joseph,
    ...byOne,
  })
  await user.click(await screen.findByRole('button', { name: 'Disable' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Disable: Joseph Dias' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Left the bank')
  await press(dialog.getByRole('button', { name: 'Disable' }))
  await waitFor(() =>
    expect(askedFor('doAct')).toEqual([
      { name: 'staff.disable', input: { staff: joseph.id }, reason: 'Left the bank' },
    ]),
  )
})

test('nobody acts on themselves', async () => {
  const own = { ...joseph, id: neha('security').id }
  await openConsole(`/staff/${own.id}`, 'security', { getStaff: own })
  expect(await screen.findByRole('region', { name: 'Sessions' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull()
})
