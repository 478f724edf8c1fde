import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { closeConsole, neha, openConsole } from '../../testing/console.tsx'
import { fakePasskeys, requestOptions } from '../../testing/fake-passkeys.ts'

beforeEach(() => fakePasskeys())
afterEach(closeConsole)

const row: AnswerOf<'listProposals'>['rows'][number] = {
  number: 1042,
  act: 'agent.disable-many',
  state: 'open',
  maker: { name: 'Vikram Desai' },
  reason: 'Left the bank.',
  madeOn: '2026-11-23T09:00:00.000Z',
  expiresOn: '2026-11-26T09:00:00.000Z',
  touches: 1204,
  approvals: 0,
  quorum: 1,
}

test('the list says what waits, and another list has an address of its own', async () => {
  const { user, askedFor } = await openConsole('/proposals', {
    getMe: neha('supervisor'),
    listProposals: ({ list }) => ({ rows: list === 'waiting' ? [row] : [] }),
  })
  const link = await screen.findByRole('link', { name: 'Disable agents: 1,204' })
  expect(link.getAttribute('href')).toBe('/proposals/1042')
  await user.click(within(screen.getByRole('navigation', { name: 'Lists of proposals' })).getByText('Yours'))
  expect(await screen.findByText('You have proposed nothing yet.')).toBeTruthy()
  expect(window.location.search).toBe('?state=mine')
  expect(askedFor('listProposals').at(-1)).toEqual({ list: 'mine' })
})

test('an emergency is acknowledged with a proof, once by each person', async () => {
  const emergency: AnswerOf<'listEmergencies'>['rows'][number] = {
    number: 7,
    act: 'role.grant',
    actor: 'operator@host',
    reason: 'Only one approver left.',
    on: '2026-11-25T04:00:00.000Z',
    acknowledgedBy: [],
  }
  let acknowledgedBy: typeof emergency.acknowledgedBy = []
  const me = neha('supervisor')
  const { user, askedFor } = await openConsole('/proposals?state=emergencies', {
    getMe: me,
    listEmergencies: () => ({ rows: [{ ...emergency, acknowledgedBy }] }),
    startProof: { proof: 'p', options: requestOptions },
    prove: { isProven: true },
    acknowledgeEmergency: () => {
      acknowledgedBy = [{ person: { id: me.id, name: me.name }, on: '2026-11-25T05:00:00.000Z' }]
      return { isOver: false }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'I have seen this' }))
  expect(await screen.findByText(/Seen by Neha Kulkarni/)).toBeTruthy()
  expect(askedFor('startProof')).toEqual([{ act: 'emergency.acknowledge', input: { number: 7 } }])
  expect(askedFor('acknowledgeEmergency')).toEqual([{ number: '7', proof: 'p' }])
  expect(screen.queryByRole('button', { name: 'I have seen this' })).toBeNull()
})

test('a viewer is told which roles may see proposals', async () => {
  const { askedFor } = await openConsole('/proposals', { getMe: neha('viewer') })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This page is not for your role' }),
  ).toBeTruthy()
  expect(askedFor('listProposals')).toEqual([])
})
