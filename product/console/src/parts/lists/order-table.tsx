import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { shownReason, shownInFull } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { DataTable, type Column } from './data-table.tsx'
import { AgentLink, Link } from '../controls/link.tsx'
import { Pill, type Tone } from './pill.tsx'
import type { SignName } from './sign.tsx'
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
      columns={columns().filter(({ key }) => withAgent || key !== 'agent')}
    />
  )
}

function columns(): readonly Column<OrderRow>[] {
  return [
    {
      key: 'reference',
      title: t('orderTable.reference'),
      cell: ({ id, reference }) => (
        <Link to={`/orders/${id}`} className={layout.whole}>
          {reference}
        </Link>
      ),
    },
    { key: 'opened', title: t('orderTable.opened'), cell: ({ createdOn }) => shownInFull(createdOn) },
    {
      key: 'verdict',
      title: t('orderTable.verdict'),
      cell: ({ verdict }) => <Verdict verdict={verdict} />,
    },
    { key: 'code', title: t('orderTable.code'), isWide: true, cell: ({ code }) => code && shownReason(code) },
    {
      key: 'agent',
      title: t('orderTable.agent'),
      isWide: true,
      cell: ({ agent }) => <AgentLink agent={agent} />,
    },
    { key: 'model', title: t('orderTable.model'), isWide: true, cell: ({ model }) => model },
  ]
}

export function Verdict({ verdict }: { verdict: OrderRow['verdict'] }) {
  return <Pill {...looks[verdict]}>{t(`verdict.${verdict}`)}</Pill>
}
