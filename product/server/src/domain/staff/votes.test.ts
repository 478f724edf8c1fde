import { rights, type ActName } from '@ekyc/contract/console/acts'
import { proposalStates } from '@ekyc/contract/console/shapes/proposals'
import { describe, expect, test } from 'vitest'

import { permissionFor, type Maker } from './permissions.ts'
import {
  countApprovals,
  isProposalPending,
  mayStillPropose,
  voteBarrierOf,
  type CastVote,
  type Proposal,
  type Voter,
  type VoteBarrier,
} from './votes.ts'

const proposal: Proposal = {
  state: 'open',
  isOver: false,
  contentHash: 'c1',
  quorum: 1,
  approvers: ['supervisor', 'security'],
  makerId: 'maker',
  makerPerson: 'bank anita',
}
const bhanu: Voter = { staffId: 'b', person: 'bank bhanu', roles: ['supervisor'], isEnabled: true }
const approval = (more: Partial<CastVote> = {}): CastVote => ({
  ...bhanu,
  vote: 'approve',
  contentHash: 'c1',
  ...more,
})

test('a proposal goes on while it is open, approved or applying', () => {
  expect(proposalStates.filter(isProposalPending)).toEqual(['open', 'approved', 'applying'])
})

describe('a vote is barred', () => {
  test.each<
    [
      why: string,
      bar: VoteBarrier | undefined,
      of: Partial<Proposal>,
      voter: Partial<Voter>,
      cast?: CastVote[],
    ]
  >([
    ['from nobody with the role', undefined, {}, {}],
    ['from nobody on an operator’s proposal', undefined, { makerId: null, makerPerson: null }, {}],
    ['from the maker', 'own', { makerId: 'b' }, {}],
    ['from the maker’s other account', 'own', { makerPerson: 'bank bhanu' }, {}],
    ['from the maker, also where the role lacks', 'own', { makerId: 'b' }, { roles: [] }],
    ['from who has voted', 'voted', {}, {}, [approval()]],
    ['from who has voted by another account', 'voted', {}, {}, [approval({ staffId: 'x' })]],
    ['from who has voted and lost the role', 'voted', {}, { roles: [] }, [approval()]],
    ['from who has no role for it', 'role', {}, { roles: ['support', 'viewer'] }],
    ['from who was disabled', 'role', {}, { isEnabled: false }],
    ['when the time is over', 'over', { isOver: true }, {}],
    ...proposalStates
      .filter(state => state !== 'open')
      .map((state): [string, VoteBarrier, Partial<Proposal>, Partial<Voter>] => [
        `when it is ${state}`,
        'over',
        { state },
        {},
      ]),
  ])('%s', (_why, bar, of, voter, cast = []) => {
    expect(voteBarrierOf({ ...proposal, ...of }, { ...bhanu, ...voter }, cast)).toBe(bar)
  })
})

test.each<[why: string, people: number, votes: CastVote[]]>([
  ['nobody', 0, []],
  ['one approval', 1, [approval()]],
  ['two people', 2, [approval(), approval({ staffId: 'c', person: 'bank chitra' })]],
  ['one person with two accounts', 1, [approval(), approval({ staffId: 'b2' })]],
  ['a deny', 0, [approval({ vote: 'deny' })]],
  ['an approval of another content', 0, [approval({ contentHash: 'c0' })]],
  ['somebody disabled since', 0, [approval({ isEnabled: false })]],
  ['somebody demoted since', 0, [approval({ roles: ['support'] })]],
  ['somebody with another role that approves since', 1, [approval({ roles: ['security'] })]],
  ['the maker', 0, [approval({ staffId: 'maker' })]],
  ['the maker’s other account', 0, [approval({ person: 'bank anita' })]],
])('%s counts as %i', (_why, people, votes) => {
  expect(countApprovals(proposal, votes)).toBe(people)
})

test.each<[boolean, Voter | undefined]>([
  [true, undefined],
  [true, bhanu],
  [false, { ...bhanu, isEnabled: false }],
  [false, { ...bhanu, roles: ['security'] }],
])('the maker stands: %s', (stands, maker) => {
  expect(mayStillPropose(maker, ['supervisor'])).toBe(stands)
})

test('nobody does alone what gives a right, whatever the table of rights lets one person do', () => {
  const anybody: Maker = { kind: 'admin', name: 'Priya' }
  expect(
    (Object.keys(rights) as ActName[]).filter(name => permissionFor(anybody, name, Infinity) === 'do'),
  ).toEqual([])
})
