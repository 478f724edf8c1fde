import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { t } from '../../texts/t.ts'
import { shownInFull, shownReason } from '../../texts/shown.ts'
import { addressOf } from '../../session/address.ts'
import { type Column, DataTable } from './data-table.tsx'
import { AgentLink, Link } from '../controls/links-and-buttons.tsx'
import { Pill, type SignName, type Tone } from './marks.tsx'
import layout from '../layout.module.css'

type OrderRow = AnswerOf<'listOrders'>['rows'][number]

const looks: Record<OrderRow['verdict'], { tone: Tone; sign?: SignName }> = {
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
      columns={columns.filter(({ title }) => withAgent || title !== 'orderTable.agent')}
    />
  )
}

const columns: readonly Column<OrderRow>[] = [
  {
    title: 'orderTable.reference',
    cell: ({ id, reference }) => (
      <Link to={addressOf('/orders/:id', { id })} className={layout.whole}>
        {reference}
      </Link>
    ),
  },
  { title: 'orderTable.opened', cell: ({ createdOn }) => shownInFull(createdOn) },
  { title: 'orderTable.verdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  { title: 'orderTable.code', isWide: true, cell: ({ code }) => code && shownReason(code) },
  { title: 'orderTable.agent', isWide: true, cell: ({ agent }) => <AgentLink agent={agent} /> },
  { title: 'orderTable.model', isWide: true, cell: ({ model }) => model },
]

export function Verdict({ verdict }: { verdict: OrderRow['verdict'] }) {
  return <Pill {...looks[verdict]}>{t(`verdict.${verdict}`)}</Pill>
}
