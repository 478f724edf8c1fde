import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { closeConsole, neha, openConsole, press } from '../../testing/console.tsx'
import { fakePasskeys, requestOptions } from '../../testing/fake-passkeys.ts'

beforeEach(() => fakePasskeys())
afterEach(closeConsole)

const joseph: AnswerOf<'getStaff'> = {
  id: '018f2c7e-0000-7000-8000-0000000000c1',
  name: 'Joseph Dias',
  roles: ['supervisor'],
  isOfProvider: false,
  createdOn: '2026-10-01T03:30:00.000Z',
  lastSignInOn: '2026-11-24T03:30:00.000Z',
  passkeys: 2,
  mayEnrol: false,
  sessions: [],
}
const proving = { startProof: { proof: 'p', options: requestOptions }, prove: { isProven: true } }
const security = { getMe: neha('security'), getSignIn: { way: 'passkey' as const } }

test('a new person is proposed to a second one, with a reason and a proof', async () => {
  const { user, askedFor } = await openConsole('/staff', {
    ...security,
    ...proving,
    listStaff: { rows: [joseph] },
    planAct: { reach: 1, permission: 'propose', needsProof: true },
    doAct: { proposal: 1043 },
  })
  await user.click(await screen.findByRole('button', { name: 'Add a person' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Add a person' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Farida Ansari')
  await user.click(dialog.getByRole('checkbox', { name: 'Support' }))
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'New at the desk')
  await press(dialog.getByRole('button', { name: /Add a person/ }))
  expect(await screen.findByText('Proposal 1043 waits for a second person.')).toBeTruthy()
  const input = { name: 'Farida Ansari', roles: ['support'] }
  expect(askedFor('startProof')).toEqual([{ act: 'staff.add', input }])
  expect(askedFor('doAct')).toEqual([{ name: 'staff.add', input, reason: 'New at the desk', proof: 'p' }])
})

test('a person’s page offers what the reader may do', async () => {
  const { user, askedFor } = await openConsole(`/staff/${joseph.id}`, {
    ...security,
    getStaff: joseph,
    planAct: { reach: 1, permission: 'do', needsProof: false },
    doAct: { done: true, changed: true },
  })
  await user.click(await screen.findByRole('button', { name: 'Disable' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Disable: Joseph Dias' }))
  await press(dialog.getByRole('button', { name: 'Disable' }))
  await waitFor(() =>
    expect(askedFor('doAct')).toEqual([{ name: 'staff.disable', input: { staff: joseph.id } }]),
  )
})

test('nobody acts on themselves, and the provider’s people get no link here', async () => {
  const own = { ...joseph, id: security.getMe.id, isOfProvider: true }
  await openConsole(`/staff/${own.id}`, { ...security, getStaff: own })
  expect(await screen.findByText('the bank’s sign-in')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New link' })).toBeNull()
})

test('an approved enrolment shows its link once', async () => {
  const { user, askedFor } = await openConsole(`/staff/${joseph.id}`, {
    ...security,
    getStaff: { ...joseph, mayEnrol: true },
    issueLink: { token: 't'.repeat(43), goodUntil: '2026-11-25T05:00:00.000Z' },
  })
  await user.click(await screen.findByRole('button', { name: 'Show the link' }))
  expect(await screen.findByText(`${window.location.origin}/enrol#${'t'.repeat(43)}`)).toBeTruthy()
  expect(screen.getByText(/Good until 10:30:00/)).toBeTruthy()
  expect(askedFor('issueLink')).toEqual([{ staff: joseph.id }])
})
