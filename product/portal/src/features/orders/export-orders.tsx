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

type Said = { orders: string; words: Words; isReading: boolean }

/** If a call fails after the first orders, both the file and the page say that orders are missing. */
export function ExportOrders({ filter, query }: { filter: Filter; query: string }) {
  const username = useSession(session => session.phone)
  const [said, setSaid] = useState<Said>()
  // The outcome of an export disappears when the filter or the search changes.
  const orders = JSON.stringify([filter, query])
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  return (
    <div className={`row-8 ${styles.export}`}>
      <Button look="quiet" busy={said?.isReading ?? false} onClick={() => void save()}>
        {t('orders.export')}
      </Button>
      <output className={styles.said}>
        {said && (said.isReading || said.orders === orders) ? said.words() : ''}
      </output>
    </div>
  )

  async function save(): Promise<void> {
    const { signal } = (leaving.current = new AbortController())
    const parts: string[] = []
    let count = 0
    let because: Words | undefined
    const tell = (name: 'reading' | 'none' | 'whole' | 'failed' | 'cut', told = count, why = because) =>
      setSaid({
        orders,
        words: () => t(`orders.export.${name}`, { count: told, because: why?.() ?? '' }),
        isReading: name === 'reading',
      })
    tell('reading')
    try {
      for await (const page of readAllOrders({ username, query, ...filter }, signal)) {
        parts.push(csvOf(page, { isFirst: count === 0 }))
        count += page.length
        tell('reading')
      }
    } catch (error) {
      if (signal.aborted || error instanceof Unauthenticated) return
      because = () => shownMessageOf(error)
      parts.push(csvLine([t('orders.export.cutLine', { count })]))
    }
    if (count > 0) saveCsv(parts, because ? 'kyc-list-cut' : 'kyc-list')
    tell(because ? (count === 0 ? 'failed' : 'cut') : count === 0 ? 'none' : 'whole')
  }
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
