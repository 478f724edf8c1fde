import { useRef, type ReactNode, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '@ekyc/ui/states/card.tsx'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { Checkbox } from '@ekyc/ui/controls/form.tsx'

import { t, type TextKey } from '../texts/t.ts'
import styles from './lists.module.css'
import { useKeys } from './keys.ts'
import { Sign, Pill, type SignName, type Tone, Button, AgentLink, Link } from './elements.tsx'
import { Empty, ReadPart } from './page.tsx'
import { go, useAddress, withQuery, addressOf } from '../session/address.ts'
import { shownAction, shownInFull, shownOutcome, shownReason } from '../texts/shown.ts'

export type Column<Row> = {
  title: TextKey
  isTitleHidden?: boolean
  cell: (row: Row) => ReactNode
  /** The column's name in a request to sort the list. Only a column with a database index can sort the list. */
  sort?: string
  isNumber?: boolean
  /** True for a column that a narrow screen leaves out. The two or three most important columns stay. */
  isWide?: boolean
}

type Sorting = { by: string; isDown: boolean }

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  /** Returns what tells a row from others. By default this is the row's `id`. */
  idOf?: (row: Row) => string
  nameOf?: (row: Row) => string
  marking?: Marking
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
}

/** A plain table, so that the browser's search, screen readers and printing work. Enter opens a row's first link. */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  idOf = row => ('id' in row ? String(row.id) : ''),
  nameOf,
  marking,
  sorting,
  onSort,
}: TableProps<Row> & { rows: readonly Row[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const areAllMarked = rows.length > 0 && rows.every(row => marking?.ids.has(idOf(row)))
  const areSomeMarked = rows.some(row => marking?.ids.has(idOf(row)))
  useKeys([
    { press: 'j', says: t('keys.down'), run: () => move(1) },
    { press: 'k', says: t('keys.up'), run: () => move(-1) },
    { press: 'Enter', says: t('keys.open'), run: () => {} },
    ...(marking ? [{ press: 'x', says: t('keys.mark'), run: markFocused }] : []),
  ])
  return (
    <table className={styles.table}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {marking && (
            <th scope="col" className={styles.box}>
              <label>
                <input
                  type="checkbox"
                  aria-label={t('table.markPage', { count: rows.length })}
                  checked={areAllMarked}
                  ref={box => {
                    if (box) box.indeterminate = areSomeMarked && !areAllMarked
                  }}
                  onChange={() => marking.markAll(!areAllMarked)}
                />
              </label>
            </th>
          )}
          {columns.map(column => (
            <th
              key={column.title}
              scope="col"
              className={classOf(column)}
              aria-sort={column.sort === undefined ? undefined : sortedOf(column.sort, sorting)}
            >
              {column.sort === undefined || !onSort ? (
                <span className={column.isTitleHidden ? 'unseen' : undefined}>{t(column.title)}</span>
              ) : (
                <button type="button" className="bare" onClick={() => sortBy(column.sort ?? '')}>
                  {t(column.title)}
                  {sorting?.by === column.sort && <Sign name={sorting?.isDown ? 'down' : 'up'} size={13} />}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(row => {
          const id = idOf(row)
          const isMarked = marking?.ids.has(id)
          return (
            <tr key={id} data-id={id} className={isMarked ? styles.marked : undefined}>
              {marking && (
                <td className={styles.box}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={t('table.markRow', { name: nameOf?.(row) ?? id })}
                      checked={isMarked ?? false}
                      onChange={({ target, nativeEvent }) =>
                        marking.mark(
                          id,
                          target.checked,
                          nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
                        )
                      }
                      // Not every browser reports Shift in a change event; every browser reports it in a click event.
                      onClick={event => {
                        if (!event.shiftKey) return
                        event.preventDefault()
                        marking.mark(id, !isMarked, true)
                      }}
                    />
                  </label>
                </td>
              )}
              {columns.map(column => (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )

  function sortBy(by: string): void {
    onSort?.({ by, isDown: sorting?.by === by && !sorting.isDown })
  }

  function focusedRow(): HTMLTableRowElement | undefined {
    const row = document.activeElement?.closest('tr')
    return row && body.current?.contains(row) ? row : undefined
  }

  function move(step: 1 | -1): void {
    const all = [...(body.current?.querySelectorAll('tr') ?? [])]
    const focused = focusedRow()
    const next = focused ? all[all.indexOf(focused) + step] : all[0]
    next?.querySelector<HTMLElement>('a, button')?.focus()
  }

  function markFocused(): void {
    const id = focusedRow()?.dataset['id']
    if (id !== undefined) marking?.mark(id, !marking.ids.has(id))
  }
}

function classOf({ isNumber, isWide }: Column<never>): string {
  return `${isNumber ? styles.number : ''} ${isWide ? styles.wide : ''}`.trim()
}

function sortedOf(own: string, sorting: Sorting | undefined): 'ascending' | 'descending' | 'none' {
  if (sorting?.by !== own) return 'none'
  return sorting.isDown ? 'descending' : 'ascending'
}

export type Marking = ReturnType<typeof useMarking>

export function useMarking(shown: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const set = (some: readonly string[], areMarked: boolean) =>
    setIds(before => new Set(areMarked ? [...before, ...some] : [...before].filter(id => !some.includes(id))))
  return {
    ids,
    mark(id: string, isMarked: boolean, isRange = false) {
      const [from, to] = [shown.indexOf(last.current ?? id), shown.indexOf(id)].toSorted((a, b) => a - b)
      set(isRange && from !== undefined && from >= 0 ? shown.slice(from, (to ?? 0) + 1) : [id], isMarked)
      last.current = id
    },
    markAll: (areMarked: boolean) => set(shown, areMarked),
    clear: () => setIds(new Set()),
  }
}

type Rows<Row> = { rows: readonly Row[]; next?: string | undefined; isMore?: boolean }

type ListProps<Row> = {
  query: UseQueryResult<Rows<Row>>
  lines?: number
  title?: string
  actions?: ReactNode
  none: ReactNode
  /** The text after the rows while there are more of them. */
  more?: TextKey
  foot?: ReactNode
}

export function TableCard<Row extends object>(props: ListProps<Row> & TableProps<Row>) {
  return <ListCard {...props}>{rows => <DataTable {...props} rows={rows} />}</ListCard>
}

export function ListCard<Row>({
  query,
  lines = 8,
  title,
  actions,
  none,
  more = 'table.more',
  foot,
  children,
}: ListProps<Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  return (
    <Card flush {...(title && { title })} actions={actions}>
      <ReadPart query={query} lines={lines}>
        {({ rows, next, isMore }) => (
          <>
            {rows.length > 0 ? children(rows) : <Empty>{none}</Empty>}
            {isMore && <Empty>{t(more, { count: rows.length })}</Empty>}
            <Pager next={next}>{foot}</Pager>
          </>
        )}
      </ReadPart>
    </Card>
  )
}

/** Previous opens the page that was open before, or else the first. A list that is whole on its page has no buttons. */
export function Pager({ next, children }: { next: string | undefined; children?: ReactNode }) {
  const address = useAddress()
  const after = address.query.get('after') ?? undefined
  const limit = address.query.get('limit') ?? '50'
  const seen = useRef<(string | undefined)[]>([])
  const open = (key: string | undefined) => go(withQuery(address, { after: key }))
  if (after === undefined && next === undefined && limit === '50')
    return children ? <div className={`row-8 ${styles.foot}`}>{children}</div> : null
  return (
    <div className={`row-8 ${styles.foot}`}>
      {children}
      <label className={styles.size}>
        {t('table.rows')}{' '}
        <select
          value={limit}
          onChange={({ target }) =>
            go(withQuery(address, { limit: target.value === '50' ? '' : target.value, after: '' }))
          }
        >
          {['50', '100', '200'].map(size => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button look="quiet" small disabled={after === undefined} onClick={() => open(seen.current.pop())}>
        {t('table.previous')}
      </Button>
      <Button
        look="quiet"
        small
        disabled={next === undefined}
        onClick={() => {
          seen.current.push(after)
          open(next)
        }}
      >
        {t('table.next', { count: limit })}
      </Button>
    </div>
  )
}

type OrderRow = AnswerOf<'listOrders'>['rows'][number]

const verdictLooks: Record<OrderRow['verdict'], { tone: Tone; sign?: SignName }> = {
  verified: { tone: 'good', sign: 'tick' },
  refused: { tone: 'bad', sign: 'cross' },
  no_answer: { tone: 'warning', sign: 'warning' },
  open: { tone: 'plain' },
  submitting: { tone: 'plain' },
  expired: { tone: 'plain' },
}

export function OrderTable({ rows, withAgent = false }: { rows: readonly OrderRow[]; withAgent?: boolean }) {
  return (
    <DataTable
      caption={t('orderTable.caption')}
      rows={rows}
      columns={orderColumns.filter(({ title }) => withAgent || title !== 'table.agent')}
    />
  )
}

const orderColumns: readonly Column<OrderRow>[] = [
  {
    title: 'table.reference',
    cell: ({ id, reference }) => (
      <Link to={addressOf('/orders/:id', { id })} className="whole">
        {reference}
      </Link>
    ),
  },
  { title: 'orderTable.opened', cell: ({ createdOn }) => shownInFull(createdOn) },
  { title: 'orderTable.verdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  { title: 'table.reason', isWide: true, cell: ({ code }) => code && shownReason(code) },
  { title: 'table.agent', isWide: true, cell: ({ agent }) => <AgentLink agent={agent} /> },
  { title: 'devices.unit', isWide: true, cell: ({ model }) => model },
]

export function Verdict({ verdict }: { verdict: OrderRow['verdict'] }) {
  return <Pill {...verdictLooks[verdict]}>{t(`verdict.${verdict}`)}</Pill>
}

export function Happened({
  row: { action, outcome, subject, actor },
}: {
  row: Pick<AnswerOf<'listAgentTrail'>['rows'][number], 'action' | 'outcome' | 'subject' | 'actor'>
}) {
  return (
    <span className="lines">
      {shownAction(action)}
      {outcome !== 'done' && `, ${shownOutcome(action, outcome)}`}
      <small>{[actor, subject].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** Shows also the rows of people who only looked at something, which a trail leaves out otherwise. */
export function LooksSwitch() {
  const address = useAddress()
  const looks = address.query.has('looks')
  return (
    <Checkbox checked={looks} onChange={() => go(withQuery(address, { looks: looks ? '' : '1', after: '' }))}>
      {t('trail.looks')}
    </Checkbox>
  )
}
