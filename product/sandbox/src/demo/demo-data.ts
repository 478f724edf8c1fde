import { hash, verify } from '@node-rs/argon2'

import { indiaDate } from '@ekyc/contract/india-time'

import { indexAgents } from '../../../server/src/database/agents/agent-index.ts'
import { demoRole } from '../../../server/src/database/agents/demo-agents.ts'
import { addOrderPartitions } from '../../../server/src/database/schema/order-partitions.ts'
import { statement, t, type SqlRunner } from '../../../server/src/database/link/sql.ts'
import { deriveKeys, type Peppers } from '../../../server/src/domain/secrets.ts'
import { dayMs } from '../../../server/src/domain/clocks.ts'
import { createPasswordHasher } from '../../../server/src/domain/sign-in/passwords.ts'
import { defaultPolicy } from '../../../server/src/domain/policy.ts'
import { demoAgent, demoAgents } from './demo-agents.ts'
import { loadDemoCases } from './demo-cases.ts'
import { ordersOfDay } from './demo-orders.ts'
import { catchUp } from './go-on.ts'
import { insertDemoOrders, orderRow } from './insert-orders.ts'

/**
 * The password of the demo agents of decisions.md section 5. Their mobile numbers and this password are public, so a
 * server without demo data refuses to start with demo agents in its database.
 */
const demoPassword = 'Agent@2026'

const pastMonths = 14
const pastOrders = 2_000
const pastOrdersADay = 4.2

/**
 * Loads the demo's data into a database without agents. In a database with demo agents, whatever was done with them, it
 * only adds the orders that they have had since the last start.
 * @throws Error when the database holds a bank's agents alone
 */
export async function loadDemoData(
  db: SqlRunner,
  options: { peppers: Peppers; issuer: string; now: Date },
): Promise<void> {
  const { issuer, now } = options
  const agents = await listKinds(db)
  if (agents.some(({ isDemo }) => isDemo)) return catchUp(db, now)
  if (agents.length > 0)
    throw new Error(
      "This database holds a bank's agents, and demo agents have a public password: set DATA_DIR to another folder for the demo, or DATABASE_URL to another database, or start with --no-sandbox.",
    )

  const rows = JSON.stringify(await agentRows(options.peppers, now))
  await db.inTransaction(async transaction => {
    await insertRole(transaction, { role: demoRole })
    const inserted = await insertAgents(transaction, { agents: rows })
    if (inserted.length === 0) return // Another start has just loaded the data.
    await insertRoles(transaction, { agents: JSON.stringify(demoAgents) })
    await withholdPrivileges(transaction, { agents: JSON.stringify(demoAgents) })
    const ids = demoAgents.map(({ id }) => id)
    await indexAgents(transaction, ids, now)
    await addOrderPartitions(transaction, beginOf(now), now)
    await insertDemoOrders(transaction, pastOrdersOfLakshmi(now))
    await catchUp(transaction, now)
    await loadDemoCases(transaction, now, issuer)
  })
}

async function agentRows(peppers: Peppers, now: Date) {
  const passwordHash = createPasswordHasher({
    argon2id: { hash, verify },
    peppers: deriveKeys(peppers, 'password'),
    atOnce: 1,
    waiting: demoAgents.length,
    policy: defaultPolicy,
  })
  return Promise.all(
    demoAgents.map(async agent => ({
      ...agent,
      email: `${agent.name.toLowerCase().replace(' ', '.')}@agents.example`,
      address_line1: '12 Market Road',
      address_line2: agent.addressLine2,
      password_hash: agent.hasPassword ? await passwordHash.hash(demoPassword, agent.id) : null,
      disabled_on: agent.isDisabled ? new Date(now.getTime() - 9 * dayMs) : null,
      is_demo: true,
      created_on: beginOf(now),
    })),
  )
}

/** Returns the orders of the agent whose lists and charts are full, on the days before today, newest first. */
function pastOrdersOfLakshmi(now: Date) {
  const lakshmi = demoAgent('Lakshmi Nair')
  const shop = { ...lakshmi, ordersADay: pastOrdersADay }
  return Array.from({ length: pastMonths * 33 }, (_, back) =>
    ordersOfDay(indiaDate(new Date(now.getTime() - (back + 1) * dayMs)), shop),
  )
    .flat()
    .slice(0, pastOrders)
    .map((order, index) => orderRow(lakshmi, `DBS0${9_999 - index}`, order))
}

function beginOf(now: Date): Date {
  return new Date(now.getTime() - pastMonths * 31 * dayMs)
}

const listKinds = statement('demo.listKinds', { isDemo: t.neverNull(t.boolean) })`
  (select is_demo from agents where is_demo limit 1) union all (select is_demo from agents where not is_demo limit 1)`

const insertRole = statement('demo.insertRole')`
  with role as (insert into roles (id) values (${t.text('role')}) on conflict do nothing)
  insert into role_privileges (role_id, privilege) values (${t.text('role')},
    'VIEW_APP_DASHBOARD') on conflict do nothing`

const insertAgents = statement('demo.insertAgents', { id: t.uuid })`
  insert into agents (id, mobile, name, email, address_line1, address_line2, branch, outlet, supervisor, password_hash,
    disabled_on, is_demo, created_on)
  select id, mobile, name, email, address_line1, address_line2, branch, outlet, supervisor, password_hash,
    disabled_on, is_demo, created_on
  from jsonb_populate_recordset(null::agents, ${t.json('agents')})
  on conflict do nothing returning id`

const insertRoles = statement('demo.insertRoles')`
  insert into agent_roles (agent_id, role_id)
  select id, role from jsonb_to_recordset(${t.json('agents')}) as agent (id uuid, role text)`

const withholdPrivileges = statement('demo.withholdPrivileges')`
  insert into withheld_privileges (agent_id, privilege)
  select id, unnest(withheld) from jsonb_to_recordset(${t.json('agents')}) as agent (id uuid, withheld text[])`
