import { hash, verify } from '@node-rs/argon2'

import {
  failuresWithoutVerdict,
  isCodeWithoutVerdict,
  verdictText,
  verifiedText,
} from '@ekyc/contract/refusals'
import { deviceRegistry } from '@ekyc/rd-simulator/registry'

import { indexAgents } from '../../../server/src/database/agent-words.ts'
import { demoRole } from '../../../server/src/database/demo-agents.ts'
import { bigint, boolean, json, moment, nullable, text, uuid } from '../../../server/src/database/kinds.ts'
import { addMonthsOfOrders } from '../../../server/src/database/months.ts'
import type { Runner } from '../../../server/src/database/runner.ts'
import { sql, statement } from '../../../server/src/database/sql.ts'
import { deriveKeys, type Peppers } from '../../../server/src/domain/derive-keys.ts'
import { dayMs } from '../../../server/src/domain/durations.ts'
import { newId } from '../../../server/src/domain/new-id.ts'
import { createPasswordHash, type PasswordHash } from '../../../server/src/domain/password-hash.ts'
import { defaultPolicy } from '../../../server/src/domain/policy.ts'
import { demoYear, type Failure, type PastOrder } from './demo-year.ts'

/**
 * The password of the demo agents of decisions.md section 5. Their mobile numbers and this password are public, so a
 * server without demo data refuses to start with demo agents in its database.
 */
const demoPassword = 'Agent@2026'

type DemoAgent = {
  mobile: string
  name: string
  hasPassword: boolean
  role: string
  withheld: string[]
  pastOrders: number
}

const demoAgents: DemoAgent[] = [
  demoAgent('9000000001', 'Asha Verma'),
  demoAgent('9000000002', 'Ravi Kumar', { hasPassword: false }),
  demoAgent('9000000003', 'Meena Iyer', { role: demoRole }),
  demoAgent('9000000004', 'Imran Shaikh', { withheld: ['DO_EKYC_APP'] }),
  demoAgent('9000000005', 'Lakshmi Nair', { pastOrders: 2_000 }),
]

const pastMonths = 14
const { dpId, rdsId, rdsVers, mi } = deviceRegistry.mantra
const pastDevice = { dpId, rdsId, rdsVer: rdsVers[0], mi }

/**
 * Loads the demo agents that the database lacks. A later start keeps changes to the loaded agents.
 * @throws Error when the database lacks demo agents and holds a bank's agents
 */
export async function loadDemoData(db: Runner, options: { peppers: Peppers; now: Date }): Promise<void> {
  const loaded = await listAgents(db, { isDemo: true, limit: demoAgents.length })
  const missing = demoAgents.filter(({ mobile }) => !loaded.some(agent => agent.mobile === mobile))
  if (missing.length === 0) return
  if ((await listAgents(db, { isDemo: false, limit: 1 })).length > 0)
    throw new Error(
      "This database holds a bank's agents, and demo agents have a public password: set DATABASE_URL to another database for the demo, or start with --no-sandbox.",
    )

  const passwordHash = createPasswordHash({
    argon2id: { hash, verify },
    peppers: deriveKeys(options.peppers, 'password'),
    atOnce: 1,
    waiting: 1,
    policy: defaultPolicy,
  })
  await db.inTransaction(async transaction => {
    await insertRole(transaction, { role: demoRole })
    await insertRolePrivilege(transaction, { role: demoRole, privilege: 'VIEW_APP_DASHBOARD' })
    for (const agent of missing) await loadAgent(transaction, agent, passwordHash, options.now)
  })
}

async function loadAgent(db: Runner, agent: DemoAgent, passwordHash: PasswordHash, now: Date): Promise<void> {
  const id = newId(now)
  const inserted = await insertAgent(db, {
    id,
    mobile: agent.mobile,
    name: agent.name,
    email: `${agent.name.toLowerCase().replace(' ', '.')}@agents.example`,
    addressLine1: '12 Market Road',
    addressLine2: 'Pune 411001, Maharashtra',
    passwordHash: agent.hasPassword ? await passwordHash.hash(demoPassword, id) : null,
    createdOn: new Date(now.getTime() - pastMonths * 31 * dayMs),
  })
  if (inserted.length === 0) return // Another start has just loaded the agent.
  await insertAgentRole(db, { agentId: id, role: agent.role })
  await indexAgents(db, [id], now)
  for (const privilege of agent.withheld) await withholdPrivilege(db, { agentId: id, privilege })
  if (agent.pastOrders > 0) await loadPastOrders(db, id, agent.pastOrders, now)
}

async function loadPastOrders(db: Runner, agentId: string, count: number, now: Date): Promise<void> {
  const past = demoYear({ now, days: pastMonths * 30, count }).map((order, index) =>
    orderRow(agentId, order, index),
  )
  await addMonthsOfOrders(db, past.at(-1)?.created_on ?? now, now)
  await insertOrders(db, { orders: JSON.stringify(past) })
  await insertReferences(db, { agentId })
  await insertReferenceOrders(db, { agentId })
  await countDays(db, { agentId })
}

function orderRow(agentId: string, { createdOn, completedOn, failure }: PastOrder, index: number) {
  return {
    agent_id: agentId,
    id: newId(createdOn),
    reference: `DBS0${String(9_999 - (index % 9_000)).padStart(4, '0')}`,
    status: failure ? 'KYC_FAILURE' : 'KYC_SUCCESS',
    created_on: createdOn,
    expires_on: new Date(createdOn.getTime() + dayMs),
    transaction_id: `UKC:${newId(createdOn).replaceAll('-', '')}`,
    outcome: outcomeOf(failure),
    message: messageOf(failure),
    error_source: failure?.source ?? null,
    error_code: failure?.code ?? null,
    completed_on: completedOn,
    device: pastDevice,
  }
}

function outcomeOf(failure: Failure | undefined): string {
  if (!failure) return 'verified'
  if (failure.source) return 'refused'
  return failure.code === 'authority_timeout' ? 'timed-out' : 'broken'
}

function messageOf(failure: Failure | undefined): string {
  if (!failure) return verifiedText
  if (failure.source) return verdictText(failure.source, failure.code)
  return isCodeWithoutVerdict(failure.code) ? failuresWithoutVerdict[failure.code] : failure.code
}

function demoAgent(mobile: string, name: string, differs: Partial<DemoAgent> = {}): DemoAgent {
  return { mobile, name, hasPassword: true, role: 'DBS_AGENT', withheld: [], pastOrders: 0, ...differs }
}

const listAgents = statement('demo.listAgents', { mobile: text })`
  select mobile from agents where is_demo = ${boolean('isDemo')} limit ${bigint('limit')}`

const insertRole = statement('demo.insertRole')`
  insert into roles (id) values (${text('role')}) on conflict do nothing`

const insertRolePrivilege = statement('demo.insertRolePrivilege')`
  insert into role_privileges (role_id, privilege) values (${text('role')}, ${text('privilege')})
  on conflict do nothing`

const insertAgent = statement('demo.insertAgent', { id: uuid })`
  insert into agents
    (id, mobile, name, email, address_line1, address_line2, password_hash, is_demo, created_on)
  values (${uuid('id')}, ${text('mobile')}, ${text('name')}, ${text('email')}, ${text('addressLine1')},
    ${text('addressLine2')}, ${nullable(text)('passwordHash')}, true, ${moment('createdOn')})
  on conflict do nothing returning id`

const insertAgentRole = statement('demo.insertAgentRole')`
  insert into agent_roles (agent_id, role_id) values (${uuid('agentId')}, ${text('role')})`

const withholdPrivilege = statement('demo.withholdPrivilege')`
  insert into withheld_privileges (agent_id, privilege) values (${uuid('agentId')}, ${text('privilege')})`

const pastColumns = sql`
  agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, error_source, error_code,
  completed_on, device`

const insertOrders = statement('demo.insertOrders')`
  insert into orders (${pastColumns})
  select ${pastColumns} from jsonb_populate_recordset(null::orders, ${json('orders')})`

const insertReferences = statement('demo.insertReferences')`
  insert into reference_records (reference, succeeded_on)
  select reference, max(completed_on) filter (where status = 'KYC_SUCCESS')
  from orders where agent_id = ${uuid('agentId')} group by reference on conflict do nothing`

const insertReferenceOrders = statement('demo.insertReferenceOrders')`
  insert into reference_orders (reference, order_id, agent_id, created_on)
  select reference, id, agent_id, created_on from orders where agent_id = ${uuid('agentId')} on conflict do nothing`

/** Counts the orders of each day in India, and makes up log-ins: two on a day with more than 6 orders, else one. */
const countDays = statement('demo.countDays')`
  insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
  select ${uuid('agentId')}, (created_on at time zone interval '5:30')::date, count(*) filter (where status = 'KYC_SUCCESS'),
    count(*) filter (where status = 'KYC_FAILURE'), case when count(*) > 6 then 2 else 1 end
  from orders where agent_id = ${uuid('agentId')} group by 2`
