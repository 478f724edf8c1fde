import { isMobile } from '@ekyc/contract/rules'

import {
  addLines,
  createImport,
  dropImport,
  planImport,
  showImport,
} from '../../acts/imports/import-sheet.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { splitPage, defaultPageSize } from '../paging.ts'

type Row = Awaited<ReturnType<typeof showImport.run>>['rows'][number]

export const importHandlers = {
  createImport: (request, { perform }) => perform(createImport, request),
  addLines: (request, { perform }) => perform(addLines, request),
  planImport: (request, { perform }) => perform(planImport, request),
  dropImport: (request, { perform }) => perform(dropImport, request),

  async getImport({ id, show, after = '0.0', limit = defaultPageSize }, { perform }) {
    const [afterRight = 0, afterLine = 0] = after.split('.').map(Number)
    const found = await perform(showImport, { id, show, afterRight, afterLine, limit: limit + 1 })
    const { rows, last } = splitPage(found.rows, limit)
    return {
      import: found.import,
      rows: rows.map(rowOf),
      next: last && `${last.becomes === 'wrong' ? 0 : 1}.${last.line}`,
    }
  },
} satisfies Partial<ConsoleHandlers>

function rowOf({ mobile, details, fields, before, ...row }: Row) {
  return {
    ...row,
    ...details,
    mobile: isMobile(mobile) ? maskMobile(mobile) : mobile,
    agent: row.agentId,
    changes: fields.map(field => ({ field, now: before[field] ?? '', becomes: details[field] })),
  }
}
