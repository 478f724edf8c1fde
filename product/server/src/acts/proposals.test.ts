import type { StaffRole } from '@ekyc/contract/console/acts'
import { beforeEach, describe, expect, test } from 'vitest'

import { runHousekeeping } from '../database/housekeeping.ts'
import { withConnection } from '../database/link/direct-connection.ts'
import { hourMs } from '../domain/clocks.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { lockIsWaitedFor } from '../../testing/database/lock-wait.ts'
import { addStaff, copyProposal, type Door } from '../../testing/staff.ts'
import { serverOfFile } from '../../testing/test-server.ts'
import { disableAgent } from './agents/access.ts'
import { updateAgent } from './agents/agents.ts'
import { commentOnProposal, proposeAnew, voteOnProposal, withdrawProposal } from './proposals.ts'
import { listProposals } from './show-proposals.ts'
import { disableStaff } from './staff/staff.ts'

const server = await serverOfFile()
const { sql } = server
await sql(`insert into roles (id) values ('DBS_AGENT'), ('EXTRA') on conflict do nothing`)
const add = (name: string, roles: StaffRole[], more: { issuer?: string; subject?: string } = {}) =>
  addStaff(server, { name, roles, ...more })

let anita: Door
let bhanu: Door
let chitra: Door
beforeEach(async () => {
  anita = await add('Anita', ['supervisor'])
  bhanu = await add('Bhanu', ['supervisor'])
  chitra = await add('Chitra', ['security'])
})

async function grant(maker: Door): Promise<{ number: number; id: string; mobile: string }> {
  const agent = await server.newAgent()
  const number = await maker.propose(
    'role.grant',
    { agent: agent.id, role: 'EXTRA' },
    'She moves to the desk',
  )
  return { ...agent, number }
}
const isGranted = async (id: string) =>
  (await server.countRows('agent_roles', `agent_id = '${id}' and role_id = 'EXTRA'`)) === 1
const stateOf = async (number: number) =>
  (await sql('select state from proposals where number = $1', [number]))[0]?.['state']

const copyOf = (number: number, changes: Record<string, string>) =>
  copyProposal(server.open.runner, number, changes)
const expired = { made_on: `now() - interval '1 day'`, expires_on: 'now()' }

const refused = { code: '23001' } // restrict_violation, by a trigger

describe('a proposal', () => {
  test('shows what becomes of what, by the code that does it, and does nothing yet', async () => {
    const { number, id, mobile } = await grant(anita)
    expect(await bhanu.show(number)).toMatchObject({
      state: 'open',
      act: 'role.grant',
      reason: 'She moves to the desk',
      makerName: 'Anita',
      changes: [{ field: 'roles', now: 'DBS_AGENT', becomes: 'DBS_AGENT EXTRA', rows: 1 }],
      agent: { id, name: 'Test Agent', mobile: `XXXXXX${mobile.slice(-4)}` },
      touched: [{ kind: 'agent', id, moved: false }],
      hasMoved: false,
      approvals: 0,
      voteBar: undefined,
    })
    expect(await isGranted(id)).toBe(false)
  })

  test('shows its own change alone, whatever somebody else changes while it is made', async () => {
    const { id } = await server.newAgent()
    const other = server.newMobile()
    const number = await withConnection(server.databaseUrl, async holder => {
      await holder.query('begin')
      await holder.query(`select from roles where id = 'EXTRA' for update`)
      const proposed = anita.propose('role.grant', { agent: id, role: 'EXTRA' })
      await lockIsWaitedFor(server.open.runner)
      const changed = sql('update agents set mobile = $2, version = version + 1 where id = $1', [id, other])
      await lockIsWaitedFor(server.open.runner, 2)
      await holder.query('rollback')
      await changed
      return proposed
    })
    expect(await bhanu.show(number)).toMatchObject({
      changes: [{ field: 'roles', now: 'DBS_AGENT', becomes: 'DBS_AGENT EXTRA', rows: 1 }],
      hasMoved: true,
    })
    expect(await bhanu.vote(number)).toMatchObject({ state: 'conflicted' })
  })

  test('of an act on many counts the agents, and keeps no mobile of them', async () => {
    const agents = await Promise.all(Array.from({ length: 12 }, () => server.newAgent()))
    const number = await anita.propose('agent.disable-many', { agents: agents.map(({ id }) => id) })
    expect(await bhanu.show(number)).toMatchObject({
      changes: [{ field: 'state', now: 'enabled', becomes: 'disabled', rows: 12 }],
      touches: 12,
      effect: { changed: 12, unchanged: 0 },
    })
    const [row] = await sql('select content from proposals where number = $1', [number])
    for (const { mobile } of agents) expect(row?.['content']).not.toContain(mobile)
    expect(await bhanu.vote(number)).toEqual({ state: 'applied' })
    const ids = agents.map(({ id }) => `'${id}'`).join()
    expect(await server.countRows('agents', `id in (${ids}) and disabled_on is not null`)).toBe(12)
  })

  test('of a list of a moment is of the agents that the list had, whoever it shows later', async () => {
    const [one, other, later] = await Promise.all(Array.from({ length: 3 }, () => server.newAgent()))
    const named = (id = '') => sql('update agents set name = $2 where id = $1', [id, 'Leaver'])
    await Promise.all([named(one?.id), named(other?.id)])
    const marked = { filters: { name: 'leaver' }, at: '2099-01-01T00:00:00.000Z' }
    const number = await anita.propose('agent.disable-many', { marked })
    await named(later?.id)
    const [row] = await sql('select content from proposals where number = $1', [number])
    const ids = [one?.id ?? '', other?.id ?? ''].toSorted()
    expect(JSON.parse(String(row?.['content']))).toMatchObject({ input: { agents: ids } })
    expect(await bhanu.vote(number)).toEqual({ state: 'applied' })
    const disabled = await sql(
      `select id from agents where name = 'Leaver' and disabled_on is not null order by id`,
    )
    expect(disabled.map(agent => agent['id'])).toEqual(ids)
  })

  test('that 1.0.0 wrote, with `agent:` before the id, is applied as it says', async () => {
    const { number, id } = await grant(anita)
    const content = `replace(content, '"agent":"', '"agent":"agent:')`
    const content_hash = `encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`
    const former = await copyOf(number, { content, content_hash })
    const [row] = await sql('select content from proposals where number = $1', [former])
    expect(row?.['content']).toContain(`"agent":"agent:${id}"`)
    expect(await bhanu.vote(former)).toMatchObject({ state: 'applied' })
    expect(await isGranted(id)).toBe(true)
  })

  test('of what would be refused, or change nothing, is refused at once', async () => {
    const { id, mobile } = await server.newAgent()
    for (const [act, input, why, reason] of [
      ['role.grant', { role: 'NONE' }, 'There is no role'],
      ['role.grant', { role: 'DBS_AGENT' }, 'change nothing'],
      ['agent.change-mobile', { to: mobile }, 'change nothing'],
      ['role.grant', { role: 'EXTRA' }, 'Say why', ' '],
      ['agent.unlock', {}, 'needs no second person'],
    ] as const)
      await expect(anita.propose(act, { agent: id, ...input }, reason)).rejects.toThrow(why)
  })

  test('is of a change that the masks hide: two mobiles with the same last four digits', async () => {
    const { id, mobile } = await server.newAgent()
    const to = (mobile.startsWith('9') ? '8' : '9') + mobile.slice(1)
    const number = await anita.propose('agent.change-mobile', { agent: id, to })
    expect(await bhanu.vote(number)).toEqual({ state: 'applied' })
    expect(await sql('select mobile from agents where id = $1', [id])).toEqual([{ mobile: to }])
  })

  test('leaves rows that name maker, voters and agent', async () => {
    const { number, id, mobile } = await grant(anita)
    await bhanu.vote(number)
    const hash = (await bhanu.show(number)).contentHash.slice(0, 8)
    const rows = await server.auditRows({ agentId: id, actorKind: 'staff', outcome: 'done' })
    const changes = rows.filter(({ action }) => action !== 'proposal.show')
    const by = (actor: string, who: Door) => `${actor} (staff ${who.id.slice(-8)})`
    const masked = `XXXXXX${mobile.slice(-4)}`
    expect(changes.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [by('Anita', anita), 'proposal.make', `proposal ${number}, role.grant`],
      [
        by('Bhanu', bhanu),
        'proposal.vote',
        `proposal ${number}, role.grant: approve, content ${hash}: applied`,
      ],
      [by('Bhanu', bhanu), 'role.grant', `${masked} EXTRA (proposal ${number} of Anita, approved by Bhanu)`],
    ])
  })
})

describe('the maker never votes', () => {
  test('not by the same account', async () => {
    const { number, id } = await grant(anita)
    await expect(anita.vote(number)).rejects.toMatchObject({ code: 'own_proposal' })
    await expect(
      sql(
        `insert into proposal_votes (proposal, staff_id, person, vote, content_hash)
         select number, maker_id, 'somebody else', 'approve', content_hash from proposals where number = $1`,
        [number],
      ),
    ).rejects.toMatchObject(refused)
    expect([await stateOf(number), await isGranted(id)]).toEqual(['open', false])
  })

  test('not by another account of the same person', async () => {
    const first = await add('Esha', ['supervisor'], { issuer: 'https://bank', subject: 'esha' })
    const { number } = await grant(first)
    // The unique key allows no second account with one subject, so the first account gets another subject before.
    await sql(`update staff set subject = 'esha-before' where id = $1`, [first.id])
    const second = await add('Esha again', ['security'], { issuer: 'https://bank', subject: 'esha' })
    await expect(second.vote(number)).rejects.toMatchObject({ code: 'own_proposal' })
    await expect(rawVote(number, second.id)).rejects.toMatchObject(refused)
  })

  test('not twice by two accounts of one person', async () => {
    const { number: of } = await grant(anita)
    const number = await copyOf(of, { quorum: '2' })
    const first = await add('Farah', ['supervisor'], { issuer: 'https://bank', subject: 'farah' })
    expect(await first.vote(number)).toEqual({ state: 'open' })
    await sql(`update staff set subject = 'farah-before' where id = $1`, [first.id])
    const second = await add('Farah again', ['security'], { issuer: 'https://bank', subject: 'farah' })
    await expect(second.vote(number)).rejects.toMatchObject({ code: 'voted_already' })
    expect(await second.show(number)).toMatchObject({ voteBar: 'voted', approvals: 1 })
  })

  test('nor by the command line', async () => {
    const { number } = await grant(anita)
    const { contentHash } = await bhanu.show(number)
    const operator = { ...bhanu.maker, kind: 'admin' as const, name: 'Priya' }
    await expect(
      bhanu.as(operator).perform(voteOnProposal, { number, vote: 'approve', contentHash }),
    ).rejects.toThrow('Only a person who has signed in')
  })
})

async function rawVote(
  number: number,
  staffId: string,
  vote = 'approve',
  contentHash?: string,
): Promise<void> {
  await sql(
    `insert into proposal_votes (proposal, staff_id, person, vote, content_hash, comment)
     select number, $2, '', $3, coalesce($4, content_hash), 'No.' from proposals where number = $1`,
    [number, staffId, vote, contentHash ?? null],
  )
}

test('one vote a person: a second one is refused, and a deny ends it', async () => {
  const { number: of, id } = await grant(anita)
  const number = await copyOf(of, { quorum: '2' })
  expect(await bhanu.vote(number)).toEqual({ state: 'open' })
  await expect(bhanu.vote(number)).rejects.toMatchObject({ code: 'voted_already' })
  await expect(rawVote(number, bhanu.id)).rejects.toMatchObject({ code: '23505' })
  await expect(
    sql(`update proposal_votes set vote = 'deny', comment = 'No.' where proposal = $1`, [number]),
  ).rejects.toMatchObject(refused)
  await expect(chitra.vote(number, 'deny')).rejects.toThrow('Say why')
  expect(await chitra.vote(number, 'deny', { comment: 'Not before the audit.' })).toEqual({
    state: 'rejected',
  })
  const dev = await add('Dev', ['security'])
  await expect(dev.vote(number)).rejects.toMatchObject({ code: 'proposal_over' })
  await expect(rawVote(number, dev.id)).rejects.toMatchObject(refused)
  expect(await isGranted(id)).toBe(false)
})

describe('votes are for one content', () => {
  test('another content is refused, also by hand', async () => {
    const { number } = await grant(anita)
    const other = 'ab'.repeat(32)
    await expect(bhanu.vote(number, 'approve', { contentHash: other })).rejects.toMatchObject({
      code: 'proposal_content_changed',
    })
    await expect(rawVote(number, bhanu.id, 'approve', other)).rejects.toMatchObject(refused)
  })

  test.each([
    `content = '{}', content_hash = encode(sha256('{}'), 'hex')`,
    `reason = 'another'`,
    `quorum = 2`,
    `approvers = '{support}'`,
    `maker_id = null`,
    `maker_person = null`,
    `expires_on = expires_on + interval '1 day'`,
    `about = null`,
  ])('nobody sets %s', async change => {
    const { number } = await grant(anita)
    await expect(sql(`update proposals set ${change} where number = $1`, [number])).rejects.toMatchObject(
      refused,
    )
  })

  test('a content without its hash is none', async () => {
    const { number } = await grant(anita)
    await expect(copyOf(number, { content: `content || ' '` })).rejects.toMatchObject({ code: '23514' })
  })
})

describe('it is applied once, or not at all', () => {
  test('two makers and two checkers at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await server.newAgent()
      const numbers = await Promise.all(
        [anita, bhanu].map(maker => maker.propose('role.grant', { agent: id, role: 'EXTRA' })),
      )
      const seen = await Promise.all(numbers.map(number => chitra.show(number)))
      const dev = await add('Dev', ['security'])
      const votes = await Promise.allSettled(
        numbers.flatMap((number, index) => {
          const { contentHash } = seen[index] ?? { contentHash: '' }
          return [chitra, dev].map(voter => voter.vote(number, 'approve', { contentHash }))
        }),
      )
      const states = await Promise.all(numbers.map(stateOf))
      expect(new Set(states)).toEqual(new Set(['applied', 'conflicted']))
      expect(votes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      expect(await isGranted(id)).toBe(true)
      const done = await server.countRows(
        'audit_events',
        `agent_id = '${id}' and action = 'role.grant' and outcome = 'done'`,
      )
      expect(done).toBe(1)
    }
  })

  test.each(['applied', 'approved'])('nobody sets it %s without the votes', async state => {
    const { number } = await grant(anita)
    const set = `update proposals set state = '${state}', ended_on = ${state === 'applied' ? 'now()' : 'null'} where number = $1`
    await expect(sql(set, [number])).rejects.toMatchObject(refused)
    // The vote of a person who has lost the role does not count.
    await rawVote(number, bhanu.id)
    await sql(`update staff set roles = '{support}' where id = $1`, [bhanu.id])
    await expect(sql(set, [number])).rejects.toMatchObject(refused)
  })

  test('an end is the end, and what goes on is not deleted', async () => {
    const { number } = await grant(anita)
    await expect(sql('delete from proposals where number = $1', [number])).rejects.toMatchObject(refused)
    await anita.perform(withdrawProposal, { number })
    await expect(
      sql(`update proposals set state = 'open', ended_on = null where number = $1`, [number]),
    ).rejects.toMatchObject(refused)
  })

  test('what the act itself refuses is told, and nothing is done', async () => {
    const [one, other] = [await server.newAgent(), await server.newAgent()]
    const to = server.newMobile()
    const number = await anita.propose('agent.change-mobile', { agent: one.id, to })
    await sql(`update agents set mobile = $2 where id = $1`, [other.id, to])
    expect(await bhanu.vote(number)).toEqual({
      state: 'failed',
      result: `XXXXXX${to.slice(-4)} is an agent already.`,
    })
    expect(await sql('select mobile from agents where id = $1', [one.id])).toEqual([{ mobile: one.mobile }])
  })
})

describe('its ground is unmoved', () => {
  test('else it ends as conflicted, and can be proposed anew', async () => {
    const { number, id } = await grant(anita)
    await anita.perform(updateAgent, { agent: id, changes: { branch: 'Fort' } })
    expect(await bhanu.show(number)).toMatchObject({ hasMoved: true, touched: [{ id, moved: true }] })
    expect(await bhanu.vote(number)).toMatchObject({ state: 'conflicted' })
    expect(await isGranted(id)).toBe(false)
    const { proposal } = await anita.perform(proposeAnew, { number, reason: 'Branch only' })
    expect(await bhanu.vote(proposal)).toEqual({ state: 'applied' })
    expect(await isGranted(id)).toBe(true)
  })

  test('else an act that takes a job ends at the vote, without a job', async () => {
    const { id } = await server.newAgent()
    await anita.perform(disableAgent, { agent: id })
    server.clock.advance(hourMs)
    const number = await anita.propose('agent.erase', { agent: id })
    await anita.perform(updateAgent, { agent: id, changes: { branch: 'Fort' } })
    expect(await chitra.vote(number)).toMatchObject({ state: 'conflicted' })
    expect(await sql('select from jobs where proposal = $1', [number])).toEqual([])
  })
})

describe('the quorum is of people who may now', () => {
  test.each([
    ['disabled', `disabled_on = now()`],
    ['demoted', `roles = '{support}'`],
  ])('a vote of somebody who was %s since counts no more', async (_what, change) => {
    const { number: of, id } = await grant(anita)
    const number = await copyOf(of, { quorum: '2' })
    await bhanu.vote(number)
    await sql(`update staff set ${change} where id = $1`, [bhanu.id])
    expect(await chitra.vote(number)).toEqual({ state: 'open' })
    expect((await chitra.show(number)).votes.map(({ counts }) => counts)).toEqual([false, true])
    expect(await (await add('Dev', ['supervisor'])).vote(number)).toEqual({ state: 'applied' })
    expect(await isGranted(id)).toBe(true)
  })

  test('a proposal of somebody who was disabled since has expired', async () => {
    const { number, id } = await grant(anita)
    await sql(`update staff set disabled_on = now() where id = $1`, [anita.id])
    expect(await bhanu.vote(number)).toMatchObject({ state: 'expired' })
    expect(await isGranted(id)).toBe(false)
  })

  test('whoever may not approve cannot vote, also by hand', async () => {
    const { number } = await grant(anita)
    const dev = await add('Dev', ['support'])
    await expect(rawVote(number, dev.id)).rejects.toMatchObject(refused)
    await sql(`update staff set disabled_on = now() where id = $1`, [bhanu.id])
    await expect(bhanu.vote(number)).rejects.toMatchObject({ code: 'not_permitted' })
    await expect(rawVote(number, bhanu.id)).rejects.toMatchObject(refused)
  })
})

describe('it ends', () => {
  test('with its time, whatever the server’s clock says, before any job has tidied up', async () => {
    const { number: of } = await grant(anita)
    const number = await copyOf(of, expired)
    await expect(bhanu.vote(number)).rejects.toMatchObject({ code: 'proposal_over' })
    await expect(rawVote(number, bhanu.id)).rejects.toMatchObject(refused)
    expect(await bhanu.show(number)).toMatchObject({ state: 'expired', voteBar: 'over' })
    expect(await stateOf(number)).toBe('open')
    await runHousekeeping(server.open.runner, server.clock.now(), defaultPolicy)
    expect(await stateOf(number)).toBe('expired')
  })

  test('with its time, also while somebody votes', async () => {
    const { number: of } = await grant(anita)
    const number = await copyOf(of, { expires_on: `now() + interval '1 second'` })
    await sql(`create function vote_late() returns trigger language plpgsql as $$
      begin
        perform pg_sleep_until(expires_on) from proposals where number = new.proposal;
        return new;
      end $$`)
    await sql(`create trigger a_late_vote before insert on proposal_votes
      for each row when (new.proposal = ${number}) execute function vote_late()`)
    await expect(bhanu.vote(number)).rejects.toMatchObject({ code: 'proposal_over' })
  })

  test.each(['rejected', 'withdrawn', 'expired', 'conflicted', 'failed'])('when it is %s', async state => {
    const { number } = await grant(anita)
    await sql(`update proposals set state = $2, ended_on = now() where number = $1`, [number, state])
    await expect(bhanu.vote(number)).rejects.toMatchObject({ code: 'proposal_over' })
    await expect(rawVote(number, bhanu.id)).rejects.toMatchObject(refused)
    expect(await bhanu.show(number)).toMatchObject({ state, voteBar: 'over' })
  })

  test('by its maker, and nobody else', async () => {
    const { number } = await grant(anita)
    await expect(bhanu.perform(withdrawProposal, { number })).rejects.toThrow('Only its maker')
    await expect(bhanu.perform(proposeAnew, { number, reason: 'Mine' })).rejects.toThrow('Only its maker')
    expect(await anita.perform(withdrawProposal, { number })).toEqual({ number, state: 'withdrawn' })
    await expect(bhanu.vote(number)).rejects.toMatchObject({ code: 'proposal_over' })
  })
})

test('comments stand beside it, and stay as they are', async () => {
  const { number } = await grant(anita)
  await chitra.perform(commentOnProposal, { number, text: 'Who asked for it?' })
  expect((await bhanu.show(number)).comments).toMatchObject([
    { name: 'Chitra', comment: 'Who asked for it?' },
  ])
  await expect(
    sql(`update proposal_comments set comment = 'Nothing' where proposal = $1`, [number]),
  ).rejects.toMatchObject(refused)
})

test('each person sees what waits for them, and what is theirs', async () => {
  await sql(`update proposals set state = 'withdrawn', ended_on = now() where state = 'open'`)
  const { number } = await grant(anita)
  const over = await copyOf(number, expired)
  const waiting = async (person: Door, list: 'waiting' | 'mine') =>
    (await person.perform(listProposals, { list, limit: 50 })).proposals.map(one => one.number)
  expect(await waiting(bhanu, 'waiting')).toEqual([number])
  expect(await waiting(anita, 'waiting')).toEqual([])
  expect(await waiting(anita, 'mine')).toEqual([over, number])
  const dev = await add('Dev', ['support'])
  expect(await waiting(dev, 'waiting')).toEqual([])
  await bhanu.vote(number)
  expect(await waiting(chitra, 'waiting')).toEqual([])
})

test('access of a person of the staff takes two people, and stands on the person as they are', async () => {
  const dev = await add('Dev', ['support'])
  const enable = () => chitra.propose('staff.enable', { staff: dev.id })
  await expect(enable()).rejects.toThrow('change nothing')
  await chitra.perform(disableStaff, { staff: dev.id })
  const number = await enable()
  expect(await anita.show(number)).toMatchObject({
    changes: [{ field: 'state', now: 'disabled', becomes: 'enabled', rows: 1 }],
    touched: [{ kind: 'staff', id: dev.id, name: 'Dev', moved: false }],
  })
  const again = await enable()
  expect(await anita.vote(number)).toEqual({ state: 'applied' })
  expect(await sql('select disabled_on from staff where id = $1', [dev.id])).toEqual([{ disabled_on: null }])
  expect(await bhanu.show(again)).toMatchObject({ touched: [{ id: dev.id, moved: true }] })
  expect(await bhanu.vote(again)).toMatchObject({ state: 'conflicted' })
})
