import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'

import { indiaDate } from '@ekyc/contract/india-time'
import { verdictText, verifiedText } from '@ekyc/contract/refusals'

import { deriveKeys, type Peppers } from '../derive-keys.ts'
import { createPasswordHash } from '../domain/password-hash.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { newId } from '../domain/new-id.ts'
import type { Queryable } from './queryable.ts'
import {
  agentRoles,
  agents,
  dailyCounts,
  orders,
  rolePrivileges,
  roles,
  withheldPrivileges,
} from './schema.ts'

/** decisions.md section 5. Their numbers and this password are public: a server without demo data refuses them. */
const demoPassword = 'Agent@2026'

type DemoAgent = {
  mobile: string
  name: string
  hasPassword: boolean
  role: string
  withheld: string[]
  pastOrders: number
}

/** Of the one who may look and do nothing. */
export const demoRole = 'DBS_VIEWER'

const demoAgents: DemoAgent[] = [
  demoAgent('9000000001', 'Asha Verma'),
  demoAgent('9000000002', 'Ravi Kumar', { hasPassword: false }),
  demoAgent('9000000003', 'Meena Iyer', { role: demoRole }),
  demoAgent('9000000004', 'Imran Shaikh', { withheld: ['DO_EKYC_APP'] }),
  demoAgent('9000000005', 'Lakshmi Nair', { pastOrders: 2_000 }),
]

export const demoMobiles: readonly string[] = demoAgents.map(({ mobile }) => mobile)

const pastMonths = 14
const dayMs = 24 * 3_600_000

/**
 * Loads the demo agents once; later starts find them and change nothing that was done since.
 * @throws when they would come to stand beside agents that are none
 */
export async function loadDemoData(db: Queryable, options: { peppers: Peppers; now: Date }): Promise<void> {
  const loaded = await db.select({ mobile: agents.mobile }).from(agents).where(eq(agents.isDemo, true))
  const missing = demoAgents.filter(({ mobile }) => !loaded.some(agent => agent.mobile === mobile))
  if (missing.length === 0) return
  const [real] = await db
    .select({ mobile: agents.mobile })
    .from(agents)
    .where(eq(agents.isDemo, false))
    .limit(1)
  if (real)
    throw new Error(
      "This database holds a bank's agents, and demo agents have a public password: set DATABASE_URL to another database for the demo, or start with --no-sandbox.",
    )

  const passwordHash = await createPasswordHash({
    argon2id: { hash, verify },
    peppers: deriveKeys(options.peppers, 'password'),
    atOnce: 1,
    waiting: 1,
    policy: defaultPolicy,
  }).hash(demoPassword)
  await db.transaction(async transaction => {
    await transaction.insert(roles).values({ id: demoRole }).onConflictDoNothing()
    await transaction
      .insert(rolePrivileges)
      .values({ roleId: demoRole, privilege: 'VIEW_APP_DASHBOARD' })
      .onConflictDoNothing()
    for (const agent of missing) await loadAgent(transaction, agent, passwordHash, options.now)
  })
}

/** @throws when demo agents are in a database that is not the sandbox's */
export async function refuseDemoAgents(db: Queryable): Promise<void> {
  const [demo] = await db
    .select({ mobile: agents.mobile })
    .from(agents)
    .where(eq(agents.isDemo, true))
    .limit(1)
  if (demo)
    throw new Error(
      'This database holds demo agents, whose password is public: take them out with `admin demo remove`, or use another database.',
    )
}

async function loadAgent(db: Queryable, agent: DemoAgent, passwordHash: string, now: Date): Promise<void> {
  const id = newId(now)
  const inserted = await db
    .insert(agents)
    .values({
      id,
      mobile: agent.mobile,
      name: agent.name,
      email: `${agent.name.toLowerCase().replace(' ', '.')}@agents.example`,
      addressLine1: '12 Market Road',
      addressLine2: 'Pune 411001, Maharashtra',
      passwordHash: agent.hasPassword ? passwordHash : null,
      isDemo: true,
      createdOn: new Date(now.getTime() - pastMonths * 31 * dayMs),
    })
    .onConflictDoNothing()
    .returning({ id: agents.id })
  if (inserted.length === 0) return // two servers at their first start
  await db.insert(agentRoles).values({ agentId: id, roleId: agent.role })
  for (const privilege of agent.withheld)
    await db.insert(withheldPrivileges).values({ agentId: id, privilege })
  if (agent.pastOrders > 0) await loadPastOrders(db, id, agent.pastOrders, now)
}

/** Spread evenly over the months before today, three in four a success, with a log-in for each working day. */
async function loadPastOrders(db: Queryable, agentId: string, count: number, now: Date): Promise<void> {
  const spanMs = pastMonths * 30 * dayMs
  const past = Array.from({ length: count }, (_, index) => {
    const createdOn = new Date(now.getTime() - dayMs - Math.floor((spanMs * index) / count))
    return pastOrder(agentId, createdOn, index)
  })
  const chunk = 500
  for (let start = 0; start < past.length; start += chunk)
    await db.insert(orders).values(past.slice(start, start + chunk))
  await db.insert(dailyCounts).values(countsOf(agentId, past))
}

function pastOrder(agentId: string, createdOn: Date, index: number) {
  const failed = index % 4 === 3
  return {
    agentId,
    id: newId(createdOn),
    reference: `DBS0${String(9_999 - (index % 9_000)).padStart(4, '0')}`,
    status: failed ? ('KYC_FAILURE' as const) : ('KYC_SUCCESS' as const),
    createdOn,
    expiresOn: new Date(createdOn.getTime() + dayMs),
    transactionId: `UKC:${newId(createdOn).replaceAll('-', '')}`,
    outcome: failed ? ('refused' as const) : ('verified' as const),
    message: failed ? verdictText('authentication', '300') : verifiedText,
    errorSource: failed ? ('authentication' as const) : null,
    errorCode: failed ? '300' : null,
    completedOn: new Date(createdOn.getTime() + 40_000),
  }
}

function countsOf(agentId: string, past: { createdOn: Date; status: string }[]) {
  const days = new Map<
    string,
    { agentId: string; day: string; kycSuccess: number; kycFailure: number; login: number }
  >()
  for (const { createdOn, status } of past) {
    const day = indiaDate(createdOn)
    const counts = days.get(day) ?? { agentId, day, kycSuccess: 0, kycFailure: 0, login: 1 }
    counts[status === 'KYC_SUCCESS' ? 'kycSuccess' : 'kycFailure'] += 1
    days.set(day, counts)
  }
  return [...days.values()]
}

function demoAgent(mobile: string, name: string, differs: Partial<DemoAgent> = {}): DemoAgent {
  return { mobile, name, hasPassword: true, role: 'DBS_AGENT', withheld: [], pastOrders: 0, ...differs }
}
