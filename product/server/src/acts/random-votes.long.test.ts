import { setTimeout as sleep } from 'node:timers/promises'

import type { StaffRole } from '@ekyc/contract/console/acts'
import { expect, test } from 'vitest'

import { withConnection } from '../database/link/database-link.ts'
import { runSql } from '../../testing/database/run-sql.ts'
import { seededRandom } from '../../testing/fixed/seeded-random.ts'
import { addStaff, copyProposal, type Door } from '../../testing/staff.ts'
import { serverOfFile } from '../../testing/test-server.ts'
import { renewProposal, withdrawProposal } from './proposals.ts'

/** A long run sets VOTES=200. */
const runs = Number(process.env['VOTES'] ?? 20)
/** The number of a run is its seed. */
const firstRun = Number(process.env['SEED'] ?? 0)

process.stdout.write(`random votes: SEED=${firstRun} VOTES=${runs}\n`)
const server = await serverOfFile()
const { sql } = server
await sql(`insert into roles (id) values ('EXTRA') on conflict do nothing`)
// The table stores each change of a person or of the agent, with a time at which the change was in force already.
await sql('create table events (run integer, what text, who uuid, at timestamptz default clock_timestamp())')

/** Changes a row and records the change. Locks the row first, so no vote reads the old row after the recorded time. */
async function change(run: number, what: string, who: string, table: string, set: string): Promise<void> {
  await server.open.runner.inTransaction(async db => {
    await runSql(db, `select from ${table} where id = $1 for update`, [who])
    await runSql(db, `update ${table} set ${set} where id = $1`, [who])
    await runSql(db, 'insert into events (run, what, who) values ($1, $2, $3)', [run, what, who])
  })
}

let killed = 0

/** Ends the voter's connection after the vote was written, while the approved act waits for the lock of the agent. */
async function killBetween(agentId: string, vote: () => Promise<unknown>): Promise<void> {
  await withConnection(server.databaseUrl, async holder => {
    await holder.query('begin')
    await holder.query('select from agents where id = $1 for update', [agentId])
    const ended = new AbortController()
    const voted = vote().finally(() => ended.abort())
    voted.catch(() => {})
    while (!ended.signal.aborted) {
      const { rows } = await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length > 0) {
        killed += 1
        break
      }
      await sleep(2)
    }
    await holder.query('rollback')
    await voted.catch(() => {})
  })
}

test(
  `${runs} random orders of edit, vote, expire, disable, demote and kill have no fault`,
  { timeout: 600_000 },
  async () => {
    const faults: string[] = []
    const states: Record<string, number> = {}
    for (let run = firstRun; run < firstRun + runs; run += 1) {
      const told = await oneRun(run)
      faults.push(...told.faults.map(fault => `SEED=${run} VOTES=1: ${fault}`))
      for (const state of told.states) states[state] = (states[state] ?? 0) + 1
    }
    expect(faults).toEqual([])
    // Steps that run together end in an order of their own, so only many runs surely reach every state.
    if (runs < 100) return
    expect(Object.keys(states).toSorted()).toEqual(
      expect.arrayContaining(['applied', 'conflicted', 'expired', 'open', 'rejected', 'withdrawn']),
    )
    expect(states['applied']).toBeGreaterThan(runs / 10)
    expect(killed).toBeGreaterThan(runs / 20)
  },
)

async function oneRun(run: number): Promise<{ faults: string[]; states: string[] }> {
  const random = seededRandom(run)
  const { pick } = random
  const add = (name: string, role: StaffRole) => addStaff(server, { name, roles: [role] })
  const maker = await add('Maker', 'supervisor')
  const voters = [
    await add('One', 'supervisor'),
    await add('Two', 'security'),
    await add('Three', 'supervisor'),
  ]
  const everybody = [maker, ...voters]
  const agentId = await server.addAgent({ mobile: server.newMobile() })
  const numbers = [await maker.propose('role.grant', { agent: agentId, role: 'EXTRA' })]
  if (random.chance(0.5))
    numbers.push(await copyProposal(server.open.runner, numbers[0] ?? 0, { quorum: '2' }))

  const number = () => pick(numbers)
  const vote = (who: Door) => () =>
    who.vote(number(), random.chance(0.85) ? 'approve' : 'deny', { comment: 'So it is.' })
  const steps: Record<string, [weight: number, step: () => () => Promise<unknown>]> = {
    vote: [10, () => vote(pick(everybody))],
    edit: [1, () => () => change(run, 'edit', agentId, 'agents', 'version = version + 1')],
    anew: [1, () => () => renewed(number())],
    withdraw: [1, () => () => maker.perform(withdrawProposal, { number: number() })],
    expire: [1, () => () => expire(number())],
    disable: [1, () => () => change(run, 'leave', pick(everybody).id, 'staff', 'disabled_on = now()')],
    demote: [1, () => () => change(run, 'leave', pick(everybody).id, 'staff', `roles = '{support}'`)],
    kill: [2, () => () => killBetween(agentId, vote(pick(voters)))],
  }
  const bag = Object.entries(steps).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))
  for (let step = 0; step < 8; step += 1) {
    const names = random.chance(0.3) ? [pick(bag), pick(bag), pick(bag)] : [pick(bag)]
    // A kill ends each connection that waits for a lock, so no other step may run beside a kill.
    const together = names.includes('kill') ? ['kill'] : names
    await Promise.allSettled(together.map(async name => steps[name]?.[1]()()))
  }
  return { faults: await faultsOf(run, agentId), states: await statesOf(agentId) }

  async function renewed(of: number): Promise<void> {
    numbers.push((await maker.perform(renewProposal, { number: of, reason: 'Better said' })).proposal)
  }
}

/** Sets the expiry of a proposal to the present time, which no statement of the product can do. */
async function expire(number: number): Promise<void> {
  await withConnection(server.databaseUrl, async owner => {
    await owner.query('begin')
    await owner.query('set local session_replication_role = replica')
    await owner.query('select from proposals where number = $1 for update', [number])
    await owner.query(
      `update proposals set made_on = made_on - interval '9 days', expires_on = clock_timestamp() where number = $1
         and ended_on is null`,
      [number],
    )
    await owner.query('commit')
  })
}

async function statesOf(agentId: string): Promise<string[]> {
  const rows = await sql(
    `select case when state = 'open' and expires_on < now() then 'expired' else state end as state
     from proposals where about = $1`,
    [agentId],
  )
  return rows.map(({ state }) => String(state))
}

async function faultsOf(run: number, agentId: string): Promise<string[]> {
  const [row] = await sql(
    `with applied as (select * from proposals where about = $1 and state = 'applied')
     select (select count(*) from applied) as applied,
       (select count(*) from audit_events where agent_id = $1 and action = 'role.grant' and outcome = 'done') as rows,
       (select count(*) from applied where expires_on <= ended_on) as late,
       (select count(*) from applied a where (select version from agents where id = $1)
         <> (a.content::jsonb -> 'ground' -> 0 ->> 'version')::integer + 1
           + (select count(*) from events e where e.run = $2 and e.what = 'edit' and e.at > a.ended_on)) as moved,
       (select count(*) from applied a, proposal_votes v where v.proposal = a.number
         and (v.vote = 'deny' or v.staff_id = a.maker_id or v.content_hash <> a.content_hash)) as wrong,
       (select count(*) from applied a where a.quorum > (select count(distinct v.person) from proposal_votes v
         where v.proposal = a.number and v.vote = 'approve' and v.voted_on < a.ended_on
           and not exists (select from events e where e.run = $2 and e.what = 'leave' and e.who = v.staff_id
             and e.at < a.ended_on))) as few,
       (select count(*) from applied a join events e on e.run = $2 and e.what = 'leave' and e.who = a.maker_id
         and e.at < a.ended_on) as orphaned`,
    [agentId, run],
  )
  const granted = await server.countRows('agent_roles', `agent_id = '${agentId}' and role_id = 'EXTRA'`)
  const counts = Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]))
  const { applied = 0, rows = 0, ...never } = counts
  return [
    ...(granted === applied && rows === applied && applied <= 1
      ? []
      : [`applied ${applied}, rows ${rows}, granted ${granted}`]),
    ...Object.entries(never).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])),
  ]
}
