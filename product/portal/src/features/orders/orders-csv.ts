import { csvLine } from '@ekyc/contract/csv-line'
import type { Order } from '@ekyc/contract/shapes'

import { t } from '../../texts/t.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'

const names = ['reference', 'date', 'status', 'message', 'id', 'transaction'] as const

/** Formats orders as CSV (RFC 4180). The byte order mark tells spreadsheets that the text is UTF-8. */
export function csvOf(orders: readonly Order[], { isFirst }: { isFirst: boolean }): string {
  const rows = orders.map(order => [
    order.dbsRefCode,
    shownTime(order.createdOn),
    order.status === 'INIT' ? '' : t(`orders.status.${order.status}`),
    order.tpsMsg,
    order.id,
    order.transactionId,
  ])
  const head = isFirst ? `\ufeff${csvLine(names.map(name => t(`orders.order.${name}`)))}` : ''
  return head + rows.map(row => csvLine(row)).join('')
}

export function cutLine(count: number): string {
  return csvLine([t('orders.export.cutLine', { count })])
}
