import { listAudit, showAuditRow } from '../../administration/audit.ts'
import { withMaskedMobiles } from '../../domain/mask-mobile.ts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import type { ConsoleHandlers } from '../handlers.ts'
import { places, readPlace, writePlace } from '../places.ts'

const usualLimit = 50

type Row = AnswerOf<'listAudit'>['rows'][number]

export function auditHandlers(): Pick<ConsoleHandlers, 'listAudit' | 'getAuditRow'> {
  return {
    async listAudit({ after, limit = usualLimit, looks = true, ...wanted }, { perform }) {
      const { rows, isMore, last } = await perform(listAudit, {
        ...wanted,
        looks,
        limit,
        after: readPlace(places.audit, after),
      })
      const end = isMore ? rows.at(-1) : last
      return {
        rows: rows.map(shownRow),
        ...(end && { next: writePlace({ happenedOn: end.happenedOn, id: end.id }) }),
        ...(last && { lookedUntil: new Date(last.happenedOn).toISOString() }),
      }
    },

    async getAuditRow({ position }, { perform }) {
      const { seal, mac, ...row } = await perform(showAuditRow, { position })
      return {
        ...shownRow(row),
        seal: Buffer.from(seal).toString('hex'),
        ...(mac && { mac: Buffer.from(mac).toString('hex') }),
      }
    },
  }
}

function shownRow(row: {
  id: string
  position: number | null
  happenedOn: string
  actorKind: string
  actor: string
  action: string
  subject: string
  outcome: string
  agentId: string | null
  requestId: string | null
  traceId: string | null
  address: string | null
}): Row {
  const { id, position, happenedOn, action, outcome, agentId, requestId, traceId, address } = row
  return {
    id,
    ...(position !== null && { position }),
    happenedOn: new Date(happenedOn).toISOString(),
    actorKind: row.actorKind as Row['actorKind'],
    actor: withMaskedMobiles(row.actor),
    action,
    subject: withMaskedMobiles(row.subject),
    outcome,
    ...(agentId !== null && { agentId }),
    ...(requestId !== null && { requestId }),
    ...(traceId !== null && { traceId }),
    ...(address !== null && { address }),
  }
}
