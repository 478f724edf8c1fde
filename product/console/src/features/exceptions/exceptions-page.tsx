import { exceptionDecisions, exceptionStates } from '@ekyc/contract/exceptions'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Select } from '@ekyc/ui/select.tsx'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pill } from '../../parts/pill.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../session/address.ts'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownMoment } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './exceptions-page.module.css'

type Exception = AnswerOf<'listExceptions'>['rows'][number] & { id: string }

export function ExceptionsPage() {
  const { query } = useAddress()
  const state = exceptionStates.find(one => one === query.get('state')) ?? 'open'
  const exceptions = useCall('listExceptions', { state })
  const mayDecide = meansOf(useStaff()?.roles ?? [], 'exception.decide') !== undefined
  const [decided, setDecided] = useState<Exception>()
  return (
    <>
      <PageHead title={t('nav.exceptions')} beside={<Age query={exceptions} />} />
      <Tabs
        label={t('exceptions.states')}
        tabs={exceptionStates.map(one => ({ title: t(`exceptions.${one}`), to: addressOf(one) }))}
        current={addressOf(state)}
      />
      <Card>
        <ReadPart query={exceptions} lines={8}>
          {({ rows, isMore }) => (
            <>
              {rows.length > 0 ? (
                <DataTable
                  caption={t('exceptions.states')}
                  rows={rows.map(row => ({ ...row, id: row.order }))}
                  nameOf={({ reference }) => reference}
                  columns={columnsOf(state, mayDecide ? setDecided : undefined)}
                />
              ) : (
                <Empty>{t(`exceptions.none.${state}`)}</Empty>
              )}
              {isMore && <Empty>{t('exceptions.more', { count: rows.length })}</Empty>}
            </>
          )}
        </ReadPart>
      </Card>
      {decided && (
        <ActDialog
          act="exception.decide"
          title={t('exception.decide.title', { reference: decided.reference })}
          confirm={t('exception.decide.act')}
          input={fields => ({ order: decided.order, decision: fieldText(fields, 'decision') })}
          onClose={() => setDecided(undefined)}
        >
          <p>{t('exceptions.text')}</p>
          <Select
            name="decision"
            label={t('exceptions.decision')}
            options={exceptionDecisions.map(value => ({ value, label: t(`exception.decision.${value}`) }))}
          />
        </ActDialog>
      )}
    </>
  )
}

function columnsOf(
  state: (typeof exceptionStates)[number],
  onDecide: ((exception: Exception) => void) | undefined,
): readonly Column<Exception>[] {
  const button: Column<Exception> = {
    key: 'decide',
    title: t('exception.decide.act'),
    cell: exception => (
      <Button look="quiet" small onClick={() => onDecide?.(exception)}>
        {t('exception.decide.act')}
      </Button>
    ),
  }
  const last: readonly Column<Exception>[] =
    state === 'open'
      ? [{ key: 'due', title: t('exceptions.dueBy'), cell: DueBy }, ...(onDecide ? [button] : [])]
      : [{ key: 'decision', title: t('exceptions.decision'), cell: Decision }]
  return [
    {
      key: 'customer',
      title: t('exceptions.customer'),
      cell: ({ order, reference }) => (
        <Link to={`/orders/${order}`} className={styles.whole ?? ''}>
          {reference}
        </Link>
      ),
    },
    { key: 'reason', title: t('exceptions.reason'), cell: Reason },
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
    ...last,
  ]
}

function Reason({ reason, needs }: Exception) {
  return (
    <span className={styles.two}>
      {t(`exception.reason.${reason}`)}
      {needs.length > 0 && (
        <small>
          {t('exceptions.needs', { needs: needs.map(need => t(`exception.need.${need}`)).join(', ') })}
        </small>
      )}
    </span>
  )
}

function DueBy({ dueBy, isOverdue }: Exception) {
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

function Decision({ decision, decidedBy, decidedOn }: Exception) {
  return (
    <span className={styles.two}>
      {decision && t(`exception.decision.${decision}`)}
      <small>
        {decidedOn && t('exceptions.by', { name: decidedBy ?? '', time: shownMoment(decidedOn) })}
      </small>
    </span>
  )
}

function addressOf(state: (typeof exceptionStates)[number]): string {
  return state === 'open' ? '/exceptions' : `/exceptions?state=${state}`
}
