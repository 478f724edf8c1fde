import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openConsole } from '../../testing/console.tsx'

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
  const { user, askedFor } = await openConsole('/proposals', 'supervisor', {
    listProposals: ({ list }) => ({ rows: list === 'waiting' ? [row] : [] }),
  })
  const link = await screen.findByRole('link', { name: 'Disable agents: 1,204' })
  expect(link.getAttribute('href')).toBe('/proposals/1042')
  await user.click(within(screen.getByRole('navigation', { name: 'Lists of proposals' })).getByText('Yours'))
  expect(await screen.findByText('You have proposed nothing yet.')).toBeTruthy()
  expect(window.location.search).toBe('?state=mine')
  expect(askedFor('listProposals').at(-1)).toEqual({ list: 'mine' })
})

test('the emergencies say who did what, and why', async () => {
  const emergency: AnswerOf<'listEmergencies'>['rows'][number] = {
    number: 7,
    act: 'role.grant',
    actor: 'operator@host',
    reason: 'Only one approver left.',
    on: '2026-11-25T04:00:00.000Z',
  }
  await openConsole('/proposals?state=emergencies', 'supervisor', { listEmergencies: { rows: [emergency] } })
  expect(await screen.findByText('Only one approver left.')).toBeTruthy()
  expect(screen.getByText(/^operator@host, /)).toBeTruthy()
})
