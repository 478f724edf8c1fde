import { indiaDate } from '@ekyc/contract/india-time'

import { actorText } from '../../acts/act.ts'
import {
  requestVerification,
  auditPeriod,
  readChainState,
  exportMaskedAuditRows,
  listAudit,
  showAuditRow,
} from '../../acts/audit/audit.ts'
import { maskMobilesIn } from '../../domain/agents/agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { fileAnswer, type ConsoleContext, type ConsoleHandlers } from '../handler-types.ts'
import { placeShapes, decodePlace, defaultPageSize, encodePlace } from '../paging.ts'

export function auditHandlers({ runner, dependencies, proofs }: ConsoleContext) {
  return {
    // No audit row, because the page asks again every two seconds while a server verifies.
    async getChain() {
      const { head, last } = await readChainState(runner)
      return { sealed: head && { position: head.position, on: head.markedOn }, verification: last }
    },

    async verifyAudit(_request, { audited }) {
      await audited('audit.verify', async ({ db, at, row, maker }) => {
        row.subject = 'asked for'
        await requestVerification(db, { at, askedBy: actorText(maker) })
      })
      return {}
    },

    async exportAudit(asked, { audited, staff }) {
      const isProven = await proofs.useAny({ staffId: staff.id, act: 'audit.export', input: asked })
      const time = await audited('audit.export', async ({ at, row }) => {
        const { from, before } = auditPeriod(asked, at)
        row.subject = `${from.toISOString()} to ${before.toISOString()}`
        if (!isProven) throw new CommandRefused('Please prove that it is you.', 'proof_needed')
        return { from, before }
      })
      const name = `audit-${indiaDate(time.from)}-${indiaDate(time.before)}.jsonl`
      return fileAnswer(name, 'application/x-ndjson', exportMaskedAuditRows(runner, dependencies.seals, time))
    },

    async listAudit({ after, limit = defaultPageSize, looks = true, ...wanted }, { perform }) {
      const place = decodePlace(placeShapes.audit, after)
      return auditPage(await perform(listAudit, { ...wanted, looks, limit, after: place }))
    },

    async getAuditRow({ position }, { perform }) {
      const { seal, mac, ...row } = await perform(showAuditRow, { position })
      return {
        ...maskedAuditRow(row),
        seal: Buffer.from(seal).toString('hex'),
        mac: mac && Buffer.from(mac).toString('hex'),
      }
    },
  } satisfies Partial<ConsoleHandlers>
}

export function auditPage({ rows, next, lookedUntil }: Awaited<ReturnType<typeof listAudit.run>>) {
  return {
    rows: rows.map(row => maskedAuditRow(row)),
    next: next && encodePlace({ happenedOn: next.happenedOn, id: next.id }),
    lookedUntil,
  }
}

function maskedAuditRow<Row extends { happenedOn: string; actor: string; subject: string }>(row: Row) {
  return {
    ...row,
    happenedOn: new Date(row.happenedOn),
    actor: maskMobilesIn(row.actor),
    subject: maskMobilesIn(row.subject),
  }
}
