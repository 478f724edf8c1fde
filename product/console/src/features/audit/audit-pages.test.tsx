import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { FakeRefusal, openConsole, proving } from '../../testing/console.tsx'

const agent = '0196f3a1-0000-7000-8000-000000000007'
const row: AnswerOf<'listAudit'>['rows'][number] = {
  id: '0196f3a1-0000-7000-8000-0000000000a1',
  position: 4711,
  happenedOn: '2026-11-24T03:30:00.000Z',
  actorKind: 'staff',
  actor: 'Neha Kulkarni (staff 4f1c09aa)',
  action: 'agent.unlock',
  subject: 'XXXXXX0001',
  outcome: 'done',
  agentId: agent,
  requestId: 'r-42',
  traceId: 't-42',
  address: '10.0.0.7',
}
const fresh = { ...row, id: '0196f3a1-0000-7000-8000-0000000000a2', outcome: 'refused', position: undefined }
const sealed: AnswerOf<'getAuditRow'> = { ...row, seal: 'ab12', mac: 'cd34' }

test('the trail says each row in words, and leads to those that are sealed', async () => {
  const { position: _soon, ...unsealed } = fresh
  await openConsole('/audit', 'auditor', { listAudit: { rows: [row, unsealed] } })
  expect((await screen.findByRole('link', { name: /24 Nov/ })).getAttribute('href')).toBe('/audit/rows/4711')
  const [, first, second] = screen.getAllByRole('row')
  expect(within(first as HTMLElement).getByText('Agent unlocked')).toBeTruthy()
  expect(within(second as HTMLElement).getByText('Agent unlocked, refused')).toBeTruthy()
  expect(within(second as HTMLElement).getByText('soon')).toBeTruthy()
})

test('every filter of the address asks for its rows, and a wrong one is left out', async () => {
  const asked = {
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-20T00:00:00.000Z',
    kind: 'staff',
    actor: 'Neha',
    action: 'agent.',
    outcome: 'refused',
    request: 'r-42',
    trace: 't-42',
    address: '10.0.0.7',
    agent,
  }
  const { askedFor } = await openConsole(`/audit?${new URLSearchParams(asked)}&after=a-key`, 'auditor', {
    listAudit: { rows: [row] },
  })
  await screen.findByRole('link', { name: /24 Nov/ })
  expect(askedFor('listAudit').at(-1)).toEqual({ ...asked, looks: 'true', after: 'a-key' })
  const second = await openConsole('/audit?kind=nobody&from=yesterday', 'auditor', {
    listAudit: { rows: [] },
  })
  await screen.findByText('No row in this time.')
  expect(second.askedFor('listAudit').at(-1)).toEqual({ looks: 'false' })
})

test('a time is India’s, and one that begins long ago ends after 31 days', async () => {
  const { user, askedFor } = await openConsole('/audit', 'auditor', { listAudit: { rows: [row] } })
  const form = within(await screen.findByRole('form', { name: 'Time', hidden: true }))
  fireEvent.change(form.getByLabelText('From'), { target: { value: '2025-03-01T05:30' } })
  await user.click(form.getByRole('button', { name: 'Show', hidden: true }))
  const time = { from: '2025-03-01T00:00:00.000Z', to: '2025-04-01T00:00:00.000Z' }
  await waitFor(() => expect(askedFor('listAudit').at(-1)).toEqual({ ...time, looks: 'false' }))
  expect(screen.getByText('from 1 Mar 2025, 05:30 until 1 Apr 2025, 05:30')).toBeTruthy()
})

test('the chain tells how far it is sealed, and a server verifies it with progress, good or bad', async () => {
  const asked = { askedBy: 'Neha Kulkarni (staff 4f1c09aa)', askedOn: '2026-11-24T04:00:00.000Z' }
  const ended = { ...asked, position: 4_711 }
  let verification: AnswerOf<'getChain'>['verification']
  const { user, askedFor } = await openConsole('/audit', 'auditor', {
    listAudit: { rows: [] },
    getChain: () => ({
      sealed: { position: 4_711, on: '2026-11-24T03:30:00.000Z' },
      ...(verification && { verification }),
    }),
    verifyAudit: () => {
      verification = { ...asked, position: 1_000 }
      return {}
    },
  })
  expect(await screen.findByText('Sealed up to row 4,711, 24 Nov, 09:00:00.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('Row 1,000 of 4,711')).toBeTruthy()
  expect(askedFor('verifyAudit')).toEqual([{}])
  verification = { ...ended, problems: [] }
  await act(async () => void vi.advanceTimersByTime(2_000))
  expect(await screen.findByText('Nothing is changed or missing up to row 4,711.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  await screen.findByText('Row 1,000 of 4,711')
  verification = { ...ended, problems: ['5 to 7: changed after it was sealed'] }
  await act(async () => void vi.advanceTimersByTime(2_000))
  expect(await screen.findByText('5 to 7: changed after it was sealed')).toBeTruthy()
})

test('the export with proof of the chain is of the time in the address, and first asks who takes it', async () => {
  const address = '/audit?from=2026-11-02T00:00:00.000Z&action=staff'
  const answers = { ...proving, listAudit: { rows: [] }, getChain: {} }
  const { user, askedFor } = await openConsole(address, 'auditor', answers)
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue()
  await user.click(await screen.findByRole('button', { name: 'Export with proof' }))
  await screen.findByRole('dialog', { name: 'Show that it is you' })
  const input = { from: '2026-11-02T00:00:00.000Z' }
  expect(askedFor('startProof')).toEqual([{ act: 'audit.export', input }])
  expect(leave).not.toHaveBeenCalled()
  await act(async () => void vi.advanceTimersByTime(2_000))
  await waitFor(() =>
    expect(leave).toHaveBeenCalledWith('/api/console/v1/export/audit?from=2026-11-02T00%3A00%3A00.000Z'),
  )
})

test('a look that was not finished says how far it came, and goes on', async () => {
  const { user, askedFor } = await openConsole('/audit?action=agent.erase', 'auditor', {
    listAudit: { rows: [], next: 'further', lookedUntil: '2026-11-20T08:33:00.000Z' },
  })
  expect(await screen.findByText('looked through until 20 Nov, 14:03:00; go on for more')).toBeTruthy()
  expect(screen.getByText('No row so far. Go on to look further back.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next 50' }))
  await waitFor(() =>
    expect(askedFor('listAudit').at(-1)).toEqual({ action: 'agent.erase', looks: 'true', after: 'further' }),
  )
})

test('a row tells who, what and its proof, and leads to the agent, the request and its rows', async () => {
  const { askedFor } = await openConsole('/audit/rows/4711', 'auditor', { getAuditRow: sealed })
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('the agent’s page')).toBe(`/agents/${agent}`)
  expect(await link('all rows about the agent')).toBe(`/audit?agent=${agent}`)
  expect(await link('r-42')).toMatch(
    /^\/audit\?request=r-42&looks=1&from=2026-11-24T03%3A25.*to=2026-11-24T03%3A35/,
  )
  for (const told of ['Neha Kulkarni (staff 4f1c09aa)', 'Staff', 'ab12', 'cd34'])
    expect(screen.getByText(told)).toBeTruthy()
  expect(askedFor('getAuditRow').at(-1)).toEqual({ position: '4711' })
})

test('a row that is in the archive is told as such', async () => {
  await openConsole('/audit/rows/7', 'auditor', {
    getAuditRow: () => {
      throw new FakeRefusal(422, 'refused', 'There is no row 7 at hand: it may be in the archive.')
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain('it may be in the archive')
})
