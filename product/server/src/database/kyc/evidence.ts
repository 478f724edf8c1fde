import {
  maybeSealedRowFields,
  fromBothAuditTables,
  pageOfBothAuditTables,
  consentReference,
  signedMarkFields,
} from '../audit/audit-rows.ts'
import { messageProgress } from '../messages/outbox.ts'
import { columns, owner, ownerColumn, sql, statement, t } from '../link/sql.ts'

export type EvidenceAuditRow = t.RowOf<typeof maybeSealedRowFields>

const isOfAgent = sql`agent_id = ${t.uuid('agentId')} and happened_on < ${t.moment('before')}`

export const listAuditRowsOfAgent = statement('evidence.agentRows', {
  ...ownerColumn,
  ...maybeSealedRowFields,
})`
  select ${owner}, ${pageOfBothAuditTables(isOfAgent)}`

const isAbout = sql`
  agent_id = any(${t.uuids('agentIds')}) and happened_on >= ${t.moment('from')}
  and (subject = any(${t.textsOf<string>()('orderIds')})
    or ${consentReference} = any(${t.textsOf<string>()('references')}))`

export const listAuditRowsOfOrders = statement('evidence.orderRows', maybeSealedRowFields)`
  select ${columns(maybeSealedRowFields)} ${fromBothAuditTables(isAbout)}`

export const listHeadsCovering = statement('evidence.heads', signedMarkFields)`
  select distinct on (number) ${columns(signedMarkFields)} from unnest(${t.bigints('positions')}) as wanted (at)
    cross join lateral (select * from audit_heads where position >= wanted.at order by position limit 1) as head
  order by number`

/** A result comes before the SMS to its holder. An entry is deleted some days after its delivery. */
export const listDeliveries = statement('evidence.deliveries', messageProgress)`
  select ${columns(messageProgress)} from outbox
  where agent_id = any(${t.uuids('agentIds')}) and id = any(${t.uuids('ids')}) order by kind desc, id`
