import type { AnswerOf } from '@ekyc/contract/console/shapes'
import type { ExceptionNeed } from '@ekyc/contract/exceptions'

import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Pill } from '../../parts/pill.tsx'
import { shownMoment } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './exceptions-page.module.css'

export type Exception = AnswerOf<'listExceptions'>['rows'][number]
type Row = Exception & { id: string }

export function ExceptionTable({ caption, rows }: { caption: string; rows: readonly Exception[] }) {
  return (
    <DataTable
      caption={caption}
      rows={rows.map(row => ({ ...row, id: row.order }))}
      nameOf={({ reference }) => reference}
      columns={columnsOf(rows.every(({ decision }) => decision === null))}
    />
  )
}

function columnsOf(areOpen: boolean): readonly Column<Row>[] {
  return [
    {
      key: 'customer',
      title: t('exceptions.customer'),
      cell: ({ order, reference }) => (
        <Link to={`/exceptions/${order}`} className={styles.whole ?? ''}>
          {reference}
        </Link>
      ),
    },
    { key: 'reason', title: t('exceptions.reason'), cell: row => <Reason exception={row} /> },
    {
      key: 'tries',
      title: t('exceptions.tries'),
      isNumber: true,
      isWide: true,
      cell: ({ tries }) => tries,
    },
    {
      key: 'agent',
      title: t('exceptions.agent'),
      isWide: true,
      cell: ({ agent }) => <Link to={`/agents/${agent.id}`}>{agent.name ?? agent.id.slice(0, 8)}</Link>,
    },
    {
      key: 'end',
      title: areOpen ? t('exceptions.dueBy') : t('exceptions.decision'),
      cell: row => (row.decision ? <Decision exception={row} /> : <DueBy exception={row} />),
    },
  ]
}

export function Reason({ exception: { reason, needs } }: { exception: Exception }) {
  return (
    <span className={styles.two}>
      {t(`exception.reason.${reason}`)}
      {needs.length > 0 && <small>{t('exceptions.needs', { needs: shownNeeds(needs) })}</small>}
    </span>
  )
}

function shownNeeds(needs: readonly ExceptionNeed[]): string {
  return needs.map(need => t(`exception.need.${need}`)).join(', ')
}

export function DueBy({ exception: { dueBy, isOverdue } }: { exception: Exception }) {
  return (
    <>
      {shownMoment(dueBy)}{' '}
      {isOverdue && (
        <Pill tone="bad" sign="warning">
          {t('exceptions.overdue')}
        </Pill>
      )}
    </>
  )
}

export function Decision({ exception: { decision, decidedBy, decidedOn } }: { exception: Exception }) {
  return (
    <span className={styles.two}>
      {decision && t(`exception.decision.${decision}`)}
      <small>
        {decidedOn && t('exceptions.by', { name: decidedBy ?? '', time: shownMoment(decidedOn) })}
      </small>
    </span>
  )
}
