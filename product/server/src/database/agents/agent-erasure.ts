import { columnNames, detailFields } from '@ekyc/contract/console/sheet-lines'

import { indexAgents } from './agent-index.ts'
import { removePasskeys } from '../sign-in/passkeys.ts'
import { removeQuotas } from './quotas.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { owner, ownerColumn, raw, statement, t, type SqlRunner } from '../link/sql.ts'

/**
 * The emptied row of the agent stays for orders and counts. `eraseFromAudit` erases from the trail.
 * @param erased.mobiles the agent's present and earlier mobile numbers
 */
export async function eraseAgent(
  db: SqlRunner,
  erased: { agentId: string; mobiles: string[]; at: Date },
): Promise<{ orders: number }> {
  await endSessions(db, erased)
  await removePasskeys(db, { ...erased, keep: [] })
  await removeRights(db, erased)
  await removeQuotas(db, { subject: erased.agentId })
  await removeSms(db, erased)
  for (const remove of removalsByMobile) await remove(db, erased)
  await removeAddressMarks(db, erased)
  await removeImportLines(db, erased)
  await endProposalsAbout(db, erased)
  await removeProposalsAbout(db, erased)
  await eraseDetails(db, erased)
  await indexAgents(db, [erased.agentId], erased.at)
  return countOrders.one(db, erased)
}

export const countRunningOrders = statement('agentErasure.countRunning', {
  ...ownerColumn,
  running: t.neverNull(t.bigint),
})`
  select ${owner}, count(*) as running from orders where agent_id = ${t.uuid('agentId')} and status = 'SUBMITTING'`

export const countOrders = statement('agentErasure.countOrders', {
  ...ownerColumn,
  orders: t.neverNull(t.bigint),
})`
  select ${owner}, count(*) as orders from orders where agent_id = ${t.uuid('agentId')}`

const removeRights = statement('agentErasure.removeRights')`
  with withheld as (delete from withheld_privileges where agent_id = ${t.uuid('agentId')})
  delete from agent_roles where agent_id = ${t.uuid('agentId')}`

/** The server erases the body of a result when the bank has received it. */
const removeSms = statement('agentErasure.removeSms')`
  delete from outbox where agent_id = ${t.uuid('agentId')} and kind = 'sms'`

const mobiles = t.textsOf<string>()('mobiles')

function removalOf(table: string) {
  return statement(`agentErasure.${table}`)`
    delete from ${raw(table)} where mobile = any(${mobiles})`
}

const removalsByMobile = [
  'one_time_codes',
  'one_time_password_sends',
  'otp_requests',
  'passkey_challenges',
  'verified_phones',
  'login_attempts',
].map(removalOf)

const removeAddressMarks = statement('agentErasure.removeAddressMarks')`
  delete from address_marks where mark = any(${mobiles})`

const removeImportLines = statement('agentErasure.removeImportLines')`
  delete from import_lines where agent_id = ${t.uuid('agentId')} or mobile = any(${mobiles})`

const endProposalsAbout = statement('agentErasure.endProposals')`
  update proposals set state = 'conflicted', ended_on = clock_timestamp()
  where about = ${t.uuid('agentId')} and act <> 'agent.erase' and state in ('open', 'approved')`

/** They may contain a mobile number or a name. The audit trail still shows the approvals. */
const removeProposalsAbout = statement('agentErasure.removeProposals')`
  delete from proposals where about = ${t.uuid('agentId')} and act <> 'agent.erase' and ended_on is not null`

const noDetails = raw(detailFields.map(field => `${columnNames[field]} = ''`).join(', '))

const eraseDetails = statement('agentErasure.eraseDetails')`
  update agents set mobile = id::text, ${noDetails}, version = version + 1,
    password_hash = null, reset_demanded = false, erased_on = ${t.moment('at')}
  where id = ${t.uuid('agentId')}`
