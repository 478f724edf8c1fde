import { becomesOfLine, type SheetField } from '@ekyc/contract/console/sheet-lines'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { textOf } from '@ekyc/ui/texts/t.ts'
import type { ReactNode } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { type Column, DataTable, Pager } from './lists.tsx'
import { Empty } from './page.tsx'
import { Link, Tabs, Pill, type Tone } from './elements.tsx'
import { addressOf, pageIn, useAddress, withQuery } from '../session/address.ts'
import { useCall } from '../session/call.ts'
import { t } from '../texts/t.ts'
import { shownAgentRoles, shownNumber } from '../texts/shown.ts'
import styles from './import-lines.module.css'

type Answer = AnswerOf<'getImport'>
type Row = Answer['rows'][number]
type Becomes = NonNullable<Row['becomes']>

export function useImport(id: string) {
  const { query } = useAddress()
  const show = becomesOfLine.find(one => one === query.get('show'))
  return useCall(
    'getImport',
    { id, ...(show && { show }), ...pageIn(query) },
    { goesOn: ({ import: { state } }) => state === 'applying' },
  )
}

export function fieldName(field: SheetField): string {
  return t(`detail.${field}`)
}

export function problemsOf({ problems }: Row): string {
  return problems
    .map(({ field, problem }) => (field ? `${fieldName(field)}: ${problem}` : problem))
    .join('; ')
}

export function ImportLines({
  page: { import: list, rows, next },
  title,
  actions,
}: {
  page: Answer
  title?: string
  actions?: ReactNode
}) {
  const address = useAddress()
  const shown = address.query.get('show') ?? ''
  const to = (show: string) => withQuery(address, { show, after: '' })
  const tab = (show: '' | Becomes, count: number) => ({
    title: `${t(`import.show.${show || 'all'}`)} ${shownNumber(count)}`,
    to: to(show),
  })
  const present = becomesOfLine.filter(becomes => list.counts[becomes] > 0)
  return (
    <Card flush {...(title && { title })} actions={actions}>
      <Tabs
        label={t('import.step.preview')}
        tabs={[tab('', list.lines), ...present.map(becomes => tab(becomes, list.counts[becomes]))]}
        current={to(shown)}
      />
      {rows.length === 0 ? (
        <Empty>{t('import.empty')}</Empty>
      ) : (
        <DataTable
          caption={t('import.step.preview')}
          columns={columns}
          rows={rows}
          idOf={({ line }) => String(line)}
        />
      )}
      <Pager next={next}>
        <small className={styles.order}>{t('import.order')}</small>
      </Pager>
    </Card>
  )
}

const looks: Record<Becomes, { tone: Tone; sign?: 'tick' | 'cross' | 'refresh' }> = {
  added: { tone: 'good', sign: 'tick' },
  updated: { tone: 'note', sign: 'refresh' },
  unchanged: { tone: 'plain' },
  skipped: { tone: 'plain' },
  wrong: { tone: 'bad', sign: 'cross' },
}

const columns: readonly Column<Row>[] = [
  { title: 'import.line', isNumber: true, cell: ({ line }) => line },
  { title: 'detail.mobile', isWide: true, cell: ({ mobile }) => mobile },
  {
    title: 'detail.name',
    cell: row => (
      <>
        {row.agent ? (
          <Link to={addressOf('/agents/:id', { id: row.agent })} dir="auto">
            {row.name}
          </Link>
        ) : (
          <span dir="auto">{row.name}</span>
        )}
        <small className="on-phone">
          {row.mobile} {row.branch} <What row={row} />
        </small>
      </>
    ),
  },
  { title: 'detail.branch', isWide: true, cell: ({ branch }) => branch },
  {
    title: 'import.becomes',
    cell: ({ becomes }) => becomes && <Pill {...looks[becomes]}>{t(`import.becomes.${becomes}`)}</Pill>,
  },
  { title: 'import.what', isWide: true, cell: row => <What row={row} /> },
]

function What({ row }: { row: Row }) {
  const { becomes, changes, roles } = row
  if (becomes === 'wrong') return problemsOf(row)
  if (becomes === 'added') return shownAgentRoles(roles)
  if (changes.length === 0) return becomes && t('import.nothing')
  return changes.map(({ field, now, becomes: then }) => (
    <span key={field} className={styles.change} dir="auto">
      {fieldName(field)} {now !== '' && <del>{shownField(field, now)}</del>}{' '}
      <ins>{then === '' ? t('act.nothing') : shownField(field, then)}</ins>
    </span>
  ))
}

function shownField(field: SheetField, value: string): string {
  return (field === 'risk' && textOf(`risk.${value}`)) || value
}
