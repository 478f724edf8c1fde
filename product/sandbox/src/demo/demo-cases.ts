import { lockWithoutEnd } from '@ekyc/contract/limits'

import { statement, t, type SqlRunner } from '../../../server/src/database/link/sql.ts'
import { dayMs, hourMs, minuteMs } from '../../../server/src/domain/clocks.ts'
import { maskMobile } from '../../../server/src/domain/agents/agents.ts'
import { newId } from '../../../server/src/domain/ids.ts'
import { staff } from '../provider/staff.ts'
import { demoAgent, type DemoAgent } from './demo-agents.ts'
import { notMatched } from './demo-orders.ts'
import { insertDemoOrders, orderRow } from './insert-orders.ts'

/**
 * Loads one of each thing that the bank's people decide or look into.
 * @param issuer the identity provider by which the bank's people sign in
 */
export async function loadDemoCases(db: SqlRunner, now: Date, issuer: string): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await lockPassword(db, { mobile: demoAgent('Manoj Bhosale').mobile, until: new Date(lockWithoutEnd), now })
  await makeDormant(db, { agentId: demoAgent('Kiran Jadhav').id })

  // Seven customers of one agent were each verified at the third try.
  const anil = demoAgent('Anil Shinde')
  for (let customer = 1; customer <= 7; customer += 1)
    await insertDemoOrders(
      db,
      threeTries(anil, `DBS0700${customer}`, before(customer * 25 * minuteMs), undefined),
    )
  await raiseAlert(db, { agentId: anil.id, from: before(dayMs), at: before(18 * minuteMs) })

  // One customer's case is due tomorrow, and one of the same agent was decided before.
  const deepa = demoAgent('Deepa Joshi')
  await loadException(db, deepa, { reference: 'DBS20555', at: before(52 * hourMs), decision: null })
  await loadException(db, deepa, {
    reference: 'DBS20444',
    at: before(12 * dayMs),
    decision: 'other_way_accepted',
  })

  // A result did not reach the bank for a week.
  const sunita = demoAgent('Sunita Kale')
  const createdOn = before(7 * dayMs + 3 * hourMs)
  const id = newId(createdOn)
  const order = { createdOn, completedOn: new Date(createdOn.getTime() + minuteMs), failure: undefined }
  await insertDemoOrders(db, [orderRow(sunita, 'DBS07101', order, id)])
  await giveUp(db, { agentId: sunita.id, id, at: order.completedOn, until: before(3 * hourMs) })

  await proposeMobile(db, demoAgent('Lata Mhatre'), issuer)
}

function threeTries(agent: DemoAgent, reference: string, first: Date, atLast: typeof notMatched | undefined) {
  return [notMatched, notMatched, atLast].map((failure, index) => {
    const createdOn = new Date(first.getTime() + index * 2 * minuteMs)
    return orderRow(agent, reference, {
      createdOn,
      completedOn: new Date(createdOn.getTime() + minuteMs),
      failure,
    })
  })
}

async function loadException(
  db: SqlRunner,
  agent: DemoAgent,
  { reference, at, decision }: { reference: string; at: Date; decision: string | null },
): Promise<void> {
  await insertDemoOrders(db, threeTries(agent, reference, at, notMatched))
  await insertException(db, { agentId: agent.id, reference, decision })
}

/** Neha of the help desk asks for another mobile of an agent, and a second person has to decide. */
async function proposeMobile(db: SqlRunner, { id, mobile }: DemoAgent, issuer: string): Promise<void> {
  const { id: subject, name } = staff[1]
  await insertPerson(db, { issuer, subject, name })
  const to = '9000000216'
  const content = JSON.stringify({
    input: { agent: id, to },
    ground: [{ kind: 'agent', id, version: 1 }],
    changes: [{ field: 'mobile', now: maskMobile(mobile), becomes: maskMobile(to), rows: 1 }],
    effect: { sessionsEnded: 0 },
  })
  await insertProposal(db, { issuer, subject, agentId: id, content })
}

const lockPassword = statement('demo.lockPassword')`
  insert into login_attempts (mobile, address, failures, blocked_until, changed_on)
  values (${t.text('mobile')}, '', 100, ${t.moment('until')}, ${t.moment('now')})`

const makeDormant = statement('demo.makeDormant')`
  update agent_standing set counted_from = '2020-01-01' where agent_id = ${t.uuid('agentId')}`

const raiseAlert = statement('demo.raiseAlert')`
  insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on)
  select 'failures-then-success', agent_id, ${t.moment('from')}, ${t.moment('at')},
    jsonb_build_object('counted', 7, 'from', 6, 'customers', count(distinct reference)), false, ${t.moment('at')}
  from orders where agent_id = ${t.uuid('agentId')} and created_on > ${t.moment('from')} group by agent_id`

/** The last try of the reference opens the case. */
const insertException = statement('demo.insertException')`
  insert into exceptions
    (agent_id, order_id, reference, reason, tries, opened_on, due_by, decision, decided_on, decided_by)
  select agent_id, id, reference, 'not_recognised', 3, completed_on, completed_on + interval '72 hours',
    ${t.nullable(t.text)('decision')}::text,
    case when ${t.nullable(t.text)('decision')}::text is not null then completed_on + interval '1 day' end,
    case when ${t.nullable(t.text)('decision')}::text is not null then 'Arjun Rao' end
  from orders where agent_id = ${t.uuid('agentId')} and reference = ${t.text('reference')}
  order by created_on desc limit 1`

const giveUp = statement('demo.giveUp')`
  insert into outbox (agent_id, id, kind, created_on, expires_on, attempts, last_error, dead_on)
  values (${t.uuid('agentId')}, ${t.uuid('id')}, 'kyc-result', ${t.moment('at')}, ${t.moment('until')}, 41, 'expired',
    ${t.moment('until')})`

const insertPerson = statement('demo.insertPerson')`
  insert into staff (id, name, issuer, subject, roles, created_on)
  values (gen_random_uuid(), ${t.text('name')}, ${t.text('issuer')}, ${t.text('subject')}, '{support}', now())
  on conflict do nothing`

/** Gives the decision a month instead of a day, so that the demo of next week has it too. */
const insertProposal = statement('demo.insertProposal')`
  insert into proposals (act, content, content_hash, about, touches, reason, maker_id, maker_name, approvers, quorum,
    expires_on)
  select 'agent.change-mobile', ${t.text('content')}, encode(sha256(convert_to(${t.text('content')}, 'UTF8')), 'hex'),
    ${t.uuid('agentId')}, 1, 'She lost her phone, and came to the branch with her passbook', id, name,
    '{supervisor,security}', 1, now() + interval '30 days'
  from staff where issuer = ${t.text('issuer')} and subject = ${t.text('subject')}`
