import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { FakeRefusal, openConsole, press } from '../../testing/console.tsx'

const id = '018f2c7e-0000-7000-8000-0000000000d1'
const hash = 'ab'.repeat(32)
const planned = (more: Partial<AnswerOf<'getImport'>['import']> = {}): AnswerOf<'getImport'> => ({
  import: {
    id,
    name: 'november.csv',
    columns: ['mobile', 'name', 'branch'],
    state: 'planned',
    onExisting: 'refuse',
    leaveOut: true,
    isOwn: true,
    lines: 1,
    planned: 1,
    counts: { added: 1, updated: 0, unchanged: 0, skipped: 0, wrong: 0 },
    done: 0,
    hash,
    ...more,
  },
  rows: [
    {
      line: 2,
      mobile: 'XXXXXX0007',
      name: 'Zainab Sheikh',
      branch: 'Ajmer',
      becomes: 'added',
      roles: ['DBS_AGENT'],
      changes: [],
      problems: [],
      isDone: false,
    },
  ],
})

test('a proposed import waits for the second person, and is not proposed twice', async () => {
  let proposal: number | undefined
  const { user, askedFor } = await openConsole(`/agents/import/${id}`, 'supervisor', {
    getImport: () => planned(proposal === undefined ? {} : { proposal }),
    planAct: { reach: 1, permission: 'propose', needsProof: false },
    doAct: () => ({ proposal: (proposal = 1042) }),
  })
  const current = () =>
    within(screen.getByRole('list', { name: 'Steps of the import' })).getByRole('listitem', {
      current: 'step',
    })
  await user.click(await screen.findByRole('button', { name: 'Propose import of 1' }))
  expect(current().textContent).toContain('Preview')
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The list of Monday')
  await press(dialog.getByRole('button', { name: 'Propose: Import' }))
  const link = await screen.findByRole('link', { name: 'Proposal 1042' })
  expect(link.getAttribute('href')).toBe('/proposals/1042')
  await waitFor(() => expect(current().textContent).toContain('Second person'))
  for (const name of ['Propose import of 1', 'Another file'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(askedFor('doAct')).toEqual([
    { name: 'agent.import', input: { import: id, hash }, reason: 'The list of Monday' },
  ])
})

test('an own import is planned as long as lines are left, and a failed piece is asked for again by a press', async () => {
  let done = 0
  const { user, askedFor } = await openConsole(`/agents/import/${id}`, 'supervisor', {
    getImport: () => planned({ lines: 30, planned: done, ...(done < 30 && { state: 'open' }) }),
    planImport: () => {
      if (askedFor('planImport').length === 2) throw new FakeRefusal(503, 'busy')
      done += 15
      return planned().import
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Propose import of 1' })).toBeTruthy()
  const piece = { id, onExisting: 'refuse', leaveOut: true }
  expect(askedFor('planImport')).toEqual([piece, piece, piece])
})

test('an import of somebody else is only read', async () => {
  const { askedFor } = await openConsole(`/agents/import/${id}`, 'security', {
    getImport: planned({ lines: 30, planned: 15, state: 'open', isOwn: false }),
  })
  expect(await screen.findByText(/15.*30/)).toBeTruthy()
  expect(askedFor('planImport')).toEqual([])
})

test('a line names its branch and leads to the agent that it has added, and a wrong one says what is wrong', async () => {
  const [line] = planned().rows
  const agent = '018f2c7e-0000-7000-8000-0000000000a1'
  await openConsole(`/agents/import/${id}`, 'security', {
    getImport: {
      ...planned({ state: 'applied', isOwn: false }),
      rows: line
        ? [
            { ...line, agent, isDone: true },
            {
              ...line,
              line: 3,
              name: 'Nobody',
              becomes: 'wrong',
              problems: [{ field: 'mobile', problem: 'must be 10 digits' }],
            },
          ]
        : [],
    },
  })
  const row = within(await screen.findByRole('row', { name: /Zainab Sheikh/ }))
  expect(row.getByText('Ajmer')).toBeTruthy()
  for (const told of ['XXXXXX0007', 'KYC agent', 'New']) expect(row.getByText(told)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Zainab Sheikh' }).getAttribute('href')).toBe(`/agents/${agent}`)
  expect(screen.getByRole('row', { name: /Nobody/ }).textContent).toContain('Mobile: must be 10 digits')
})
