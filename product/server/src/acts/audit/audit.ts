import { actorKinds, auditDays } from '@ekyc/contract/console/audit-kinds'
import { Type } from 'typebox'

import { findAuditRow, listAuditRows, type AuditLook } from '../../database/audit/audit-list.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/durations.ts'
import { lastId } from '../../domain/new-id.ts'
import { act, inputOf, orNone } from '../act.ts'

const mostRead = 20_000

const word = orNone(Type.String())

/** @throws CommandRefused for more than 31 days */
export function auditTime({ from, to }: { from?: string | undefined; to?: string | undefined }, at: Date) {
  const before = to === undefined ? at : new Date(to)
  const earliest = new Date(before.getTime() - auditDays * dayMs)
  const start = from === undefined ? earliest : new Date(from)
  if (start < earliest) throw new CommandRefused(`The trail is looked at ${auditDays} days at a time.`)
  return { from: start, before }
}

/**
 * Lists audit rows of at most 31 days, the newest first. If the call stopped reading before the page was full, `last`
 * is the place of the last row that it read.
 */
export const listAudit = act({
  name: 'audit.list',
  input: inputOf({
    from: word,
    to: word,
    kind: orNone(Type.Enum([...actorKinds])),
    actor: word,
    action: word,
    agent: word,
    outcome: word,
    request: word,
    trace: word,
    address: word,
    looks: Type.Boolean(),
    after: orNone(Type.Object({ happenedOn: Type.String(), id: Type.String() })),
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
  }),
  async run({ db, at, row }, { from, to, agent, after, limit, ...wanted }) {
    const time = auditTime({ from, to }, at)
    const { kind } = wanted
    const by: AuditLook['by'] =
      agent === undefined ? (kind === 'staff' || kind === 'admin' ? 'staff' : 'time') : { agent }
    const { rows, last } = await listAuditRows(db, {
      kind: undefined,
      actor: undefined,
      action: undefined,
      outcome: undefined,
      request: undefined,
      trace: undefined,
      address: undefined,
      ...wanted,
      by,
      from: time.from,
      before: after ?? { happenedOn: time.before.toISOString(), id: lastId },
      reads: mostRead,
      limit: limit + 1,
    })
    const asked = Object.entries({ kind, action: wanted.action, outcome: wanted.outcome })
    const told = asked.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    row.subject = [`${Math.min(rows.length, limit)} rows`, ...told].join(', ')
    if (agent !== undefined) row.agentId = agent
    const isMore = rows.length > limit
    return { rows: rows.slice(0, limit), isMore, last: isMore ? undefined : last }
  },
})

export const showAuditRow = act({
  name: 'audit.show',
  input: inputOf({ position: Type.Integer({ minimum: 1 }) }),
  async run({ db, row }, { position }) {
    row.subject = `row ${position}`
    const found = await findAuditRow.first(db, { position })
    if (!found) throw new CommandRefused(`There is no row ${position} at hand: it may be in the archive.`)
    return found
  },
})
