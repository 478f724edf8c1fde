import type { Order, RequestOf } from '@ekyc/contract/shapes'
import { useEffect, useRef, useState } from 'react'
import { Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { saveCsv } from '@ekyc/ui/browser/save-csv.ts'
import { shownMessageOf, shownTime } from '@ekyc/ui/texts/shown.ts'
import { csvLine } from '@ekyc/contract/csv-line'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t, type Words } from '../../texts/t.ts'
import styles from './kyc-list.module.css'
import type { Filter } from './list-view.ts'

type Export =
  | { at: 'idle' }
  | { at: 'reading'; count: number }
  | { at: 'ended'; orders: string; count: number; because?: Words }

/** If a call fails after the first orders, both the file and the page say that orders are missing. */
export function ExportOrders({ filter, query }: { filter: Filter; query: string }) {
  const username = useSession(session => session.phone)
  const [state, setState] = useState<Export>({ at: 'idle' })
  // The outcome of an export disappears when the filter or the search changes.
  const orders = JSON.stringify([filter, query])
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  return (
    <div className={`row-8 ${styles.export}`}>
      <Button look="quiet" busy={state.at === 'reading'} onClick={() => void save()}>
        {t('orders.export')}
      </Button>
      <output className={styles.said}>
        {state.at === 'ended' && state.orders !== orders ? '' : said(state)}
      </output>
    </div>
  )

  async function save(): Promise<void> {
    const { signal } = (leaving.current = new AbortController())
    const parts: string[] = []
    let count = 0
    let because: Words | undefined
    setState({ at: 'reading', count })
    try {
      for await (const page of readAllOrders({ username, query, ...filter }, signal)) {
        parts.push(csvOf(page, { isFirst: count === 0 }))
        count += page.length
        setState({ at: 'reading', count })
      }
    } catch (error) {
      if (signal.aborted || error instanceof Unauthenticated) return
      because = () => shownMessageOf(error)
      parts.push(csvLine([t('orders.export.cutLine', { count })]))
    }
    if (count > 0) saveCsv(parts, because === undefined ? 'kyc-list' : 'kyc-list-cut')
    setState({ at: 'ended', orders, count, ...(because !== undefined && { because }) })
  }
}

function said(state: Export): string {
  if (state.at === 'idle') return ''
  const { count } = state
  if (state.at === 'reading') return t('orders.export.reading', { count })
  return state.because === undefined
    ? t(count === 0 ? 'orders.export.none' : 'orders.export.whole', { count })
    : t(count === 0 ? 'orders.export.failed' : 'orders.export.cut', { count, because: state.because() })
}

async function* readAllOrders(
  filter: Omit<RequestOf<'findOrders'>, 'after'>,
  signal: AbortSignal,
): AsyncGenerator<Order[]> {
  let after: string | null = null
  do {
    const answer: { orders: Order[]; after: string | null } = await call(
      'findOrders',
      { ...filter, after },
      { signal },
    )
    yield answer.orders
    after = answer.after
  } while (after !== null)
}

const names = ['reference', 'date', 'status', 'message', 'id', 'transaction'] as const

/** Formats orders as CSV (RFC 4180). The byte order mark tells spreadsheets that the text is UTF-8. */
function csvOf(orders: readonly Order[], { isFirst }: { isFirst: boolean }): string {
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
