import { setConnected } from '@ekyc/ui/browser/connection.ts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import {
  type Answers,
  FakeRefusal,
  openConsole,
  press,
  proving,
  untilProven,
  wait,
} from '../../testing/console.tsx'

const contentHash = '9f3c27ab'.padEnd(64, '0')
const ramesh = { id: '018f2c7e-0000-7000-8000-0000000000a1', name: 'Ramesh Kumar', mobile: 'XXXXXX0001' }

function proposal(patch: Partial<AnswerOf<'getProposal'>> = {}): AnswerOf<'getProposal'> {
  return {
    number: 1042,
    act: 'role.grant',
    state: 'open',
    maker: { id: '018f2c7e-0000-7000-8000-0000000000b1', name: 'Vikram Desai' },
    reason: 'Moves to the branch in Ajmer.',
    madeOn: '2026-11-23T09:00:00.000Z',
    expiresOn: '2026-11-26T09:00:00.000Z',
    agent: ramesh,
    touches: 1,
    approvals: 0,
    quorum: 1,
    contentHash,
    changes: [{ field: 'roles', now: 'DBS_AGENT', becomes: 'DBS_AGENT EXTRA', rows: 1 }],
    effect: { sessionsEnded: 2 },
    touched: [{ kind: 'agent', ...ramesh, moved: false }],
    hasMoved: false,
    others: [],
    approvers: ['supervisor', 'security'],
    isJob: false,
    votes: [],
    comments: [],
    mayWithdraw: false,
    mayProposeAnew: false,
    ...patch,
  }
}

const openProposal = (answers: Answers = {}) =>
  openConsole('/proposals/1042', 'supervisor', { getProposal: proposal(), ...answers })

test('a proposal tells in words what changes, why, and who still has to decide', async () => {
  await openProposal()
  expect(await screen.findByRole('heading', { level: 1, name: 'Give a role: Ramesh Kumar' })).toBeTruthy()
  const change = screen.getByRole('row', { name: /Roles/ })
  expect(within(change).getByText('KYC agent').tagName).toBe('DEL')
  expect(within(change).getByText('KYC agent, EXTRA').tagName).toBe('INS')
  expect(screen.getByText('Sessions that end: 2')).toBeTruthy()
  expect(screen.getByText('Moves to the branch in Ajmer.')).toBeTruthy()
  const decision = within(screen.getByRole('region', { name: 'Your decision' }))
  expect(decision.getByText('One more person')).toBeTruthy()
  expect(decision.getByText('Supervisor, Security')).toBeTruthy()
  expect(screen.getByText('0 of 1 approvals')).toBeTruthy()
})

test('whoever votes on another mobile is told to compare the whole number', async () => {
  const changes: AnswerOf<'getProposal'>['changes'] = [
    { field: 'mobile', now: '9000000004', becomes: '9000000044', rows: 1 },
  ]
  const mobile = proposal({ act: 'agent.change-mobile', changes })
  await openProposal({ getProposal: mobile })
  expect((await screen.findByText('9000000044')).tagName).toBe('INS')
  expect(screen.getByText(/^Ring the new number, or compare it/)).toBeTruthy()
})

test('a proposal that a job applies tells its end without being asked', async () => {
  let state: 'approved' | 'applied' = 'approved'
  await openProposal({ getProposal: () => proposal({ isJob: true, voteBar: 'over', state }) })
  expect(await screen.findByText('Approved, begins soon')).toBeTruthy()
  state = 'applied'
  await wait(4_000)
  expect(await screen.findByText('Applied')).toBeTruthy()
})

test('an approval is proven for exactly this vote and content, and says what came of it', async () => {
  let state: 'open' | 'applied' = 'open'
  const { user, askedFor } = await openProposal({
    ...proving,
    getProposal: () =>
      state === 'open'
        ? proposal()
        : proposal({ state, voteBar: 'over', endedOn: '2026-11-25T09:35:00.000Z' }),
    vote: () => ({ state: (state = 'applied') }),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Seen.')
  await user.click(screen.getByRole('button', { name: 'Approve and apply' }))
  await untilProven()
  const vote = { vote: 'approve', contentHash, comment: 'Seen.' }
  expect(await screen.findByText('Your vote has decided it. This page says how it ended.')).toBeTruthy()
  expect(askedFor('startProof')).toEqual([{ act: 'proposal.vote', input: { number: 1042, ...vote } }])
  expect(askedFor('vote')).toEqual([{ number: '1042', ...vote, proof: 'p' }])
  expect((await screen.findByText('This has come to its end.')).matches(':focus')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Approve and apply' })).toBeNull()
})

test('nobody rejects without a word', async () => {
  const { user, askedFor } = await openProposal()
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  expect(screen.getByRole('alert').textContent).toBe('Say why you reject it.')
  expect(screen.getByRole('textbox', { name: 'Comment' }).matches(':focus')).toBe(true)
  expect(askedFor('startProof')).toEqual([])
})

test('somebody who gives up the proof has decided nothing, and keeps what was typed', async () => {
  const { user, askedFor } = await openProposal(proving)
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Seen.')
  await user.click(screen.getByRole('button', { name: 'Approve and apply' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Show that it is you' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect((await screen.findByRole('alert')).textContent).toContain('It was not confirmed. Nothing was done.')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Seen.')
  expect(askedFor('vote')).toEqual([])
})

test('moved ground is told, and can be proposed anew but not approved', async () => {
  const { user, askedFor } = await openProposal({
    getProposal: ({ number }) =>
      Number(number) === 1042
        ? proposal({
            hasMoved: true,
            mayProposeAnew: true,
            touched: [{ kind: 'agent', ...ramesh, moved: true }],
          })
        : proposal({ number: 1043 }),
    proposeAnew: { proposal: 1043 },
  })
  expect(await screen.findByText(/can no longer be approved/)).toBeTruthy()
  expect(screen.getByText('changed since')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve and apply' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Propose anew' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Propose anew' }))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe(
    'Moves to the branch in Ajmer.',
  )
  await press(dialog.getByRole('button', { name: 'Propose anew' }))
  await waitFor(() => expect(window.location.pathname).toBe('/proposals/1043'))
  expect(askedFor('proposeAnew')).toEqual([{ number: '1042', reason: 'Moves to the branch in Ajmer.' }])
})

test('the maker may take it back, and not decide', async () => {
  const { user, askedFor } = await openProposal({
    getProposal: proposal({ voteBar: 'own', mayWithdraw: true }),
    withdraw: { state: 'withdrawn' },
  })
  expect(await screen.findByText('You have proposed this, so others decide.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await user.click(
    within(screen.getByRole('dialog', { name: 'Withdraw' })).getByRole('button', { name: 'Withdraw' }),
  )
  await waitFor(() => expect(askedFor('withdraw')).toEqual([{ number: '1042' }]))
})

test('a refusal says what happened and keeps what was typed', async () => {
  const { user } = await openProposal({
    ...proving,
    vote: () => {
      throw new FakeRefusal(
        409,
        'proposal_ground_moved',
        'What this proposal is about has changed meanwhile.',
      )
    },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Seen.')
  await user.click(screen.getByRole('button', { name: 'Approve and apply' }))
  await untilProven()
  expect((await screen.findByRole('alert')).textContent).toContain('has changed meanwhile')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Seen.')
})

test('while another proposal loads, nothing of the one before stands there', async () => {
  const { user } = await openProposal({
    getProposal: ({ number }) =>
      Number(number) === 1042 ? proposal({ others: [1043] }) : new Promise(() => {}),
  })
  await user.click(await screen.findByRole('link', { name: '#1043' }))
  await waitFor(() => expect(screen.queryByText('Moves to the branch in Ajmer.')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Approve and apply' })).toBeNull()
})

test('while no server answers, a press decides nothing and keeps the focus', async () => {
  const { user, askedFor } = await openProposal({ ...proving, vote: { state: 'applied' } })
  const approve = await screen.findByRole('button', { name: 'Approve and apply' })
  act(() => setConnected(false))
  await user.click(approve)
  expect(approve.matches('[aria-disabled=true]:focus')).toBe(true)
  expect(askedFor('startProof')).toEqual([])
  act(() => setConnected(true))
  await user.click(approve)
  await untilProven()
  await waitFor(() => expect(askedFor('vote')).toHaveLength(1))
})
