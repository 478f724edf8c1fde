import { exceptionDecisions, exceptionStates } from '@ekyc/contract/exceptions'
import { fieldText, Select } from '@ekyc/ui/controls/form.tsx'
import { useState } from 'react'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { Card } from '@ekyc/ui/states/card.tsx'

import { Age, Empty, PageHead, ReadPart } from '../../parts/page.tsx'
import { AgentLink, Button, Link, StateTabs, Facts, Pill } from '../../parts/elements.tsx'
import { addressOf, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownMoment } from '../../texts/shown.ts'
import { ActDialog } from '../../parts/act-dialog.tsx'
import { OrderTable, type Column, DataTable, ListCard } from '../../parts/lists.tsx'
import { useMeans } from '../../session/session.ts'

export function ExceptionsPage() {
  const { query } = useAddress()
  const state = exceptionStates.find(one => one === query.get('state')) ?? 'open'
  const exceptions = useCall('listExceptions', { state })
  return (
    <>
      <PageHead title={t('nav.exceptions')} beside={<Age query={exceptions} />} />
      <StateTabs
        label={t('exceptions.states')}
        states={exceptionStates}
        current={state}
        titleOf={one => t(`exceptions.${one}`)}
      />
      <ListCard query={exceptions} none={t(`exceptions.none.${state}`)} more="exceptions.more">
        {rows => <ExceptionTable caption={t('exceptions.states')} rows={rows} />}
      </ListCard>
    </>
  )
}

export function ExceptionPage({ order }: { order: string }) {
  const around = useCall('listExceptions', { around: order })
  const found = around.data?.rows.find(one => one.order === order)
  const mayDecide = useMeans()('exception.decide')
  const [isDeciding, setDeciding] = useState(false)
  return (
    <>
      <PageHead
        title={found?.reference ?? t('exceptions.one')}
        way={[{ title: t('nav.exceptions'), to: '/exceptions' }]}
        beside={<Age query={around} />}
        actions={
          mayDecide &&
          found?.decision === null && (
            <Button onClick={() => setDeciding(true)}>{t('exception.decide.act')}</Button>
          )
        }
      />
      <ReadPart query={around} lines={12}>
        {({ rows }) =>
          found ? (
            <div className="stack-16">
              <Tried exception={found} />
              <Others
                title={t('exceptions.ofCustomer')}
                rows={rows.filter(one => one.order !== order && one.reference === found.reference)}
              />
              <Others
                title={t('exceptions.ofAgent')}
                rows={rows.filter(one => one.reference !== found.reference)}
              />
            </div>
          ) : (
            <Empty>{t('exceptions.gone')}</Empty>
          )
        }
      </ReadPart>
      {found && isDeciding && <Decide exception={found} onClose={() => setDeciding(false)} />}
    </>
  )
}

function Tried({ exception }: { exception: Exception }) {
  const { order: id, agent, tries, openedOn, decision } = exception
  const order = useCall('getOrder', { id })
  return (
    <>
      <Card title={t('exceptions.one')}>
        <Facts
          facts={{
            'table.reason': <Reason exception={exception} />,
            'exceptions.tries': tries,
            'exceptions.openedOn': shownMoment(openedOn),
            'exceptions.dueBy': <DueBy exception={exception} />,
            'table.agent': <AgentLink agent={agent} />,
            'exceptions.scanner': order.data?.device?.model,
            'table.decision': decision && <Decision exception={exception} />,
          }}
        />
      </Card>
      <Card flush title={t('exceptions.orders')}>
        <ReadPart query={order}>
          {data => <OrderTable rows={[data, ...data.sameReference.orders]} withAgent />}
        </ReadPart>
      </Card>
    </>
  )
}

function Others({ title, rows }: { title: string; rows: readonly Exception[] }) {
  return (
    <Card flush title={title}>
      {rows.length > 0 ? (
        <ExceptionTable caption={title} rows={rows} />
      ) : (
        <Empty>{t('exceptions.none.other')}</Empty>
      )}
    </Card>
  )
}

function Decide({ exception: { order, reference }, onClose }: { exception: Exception; onClose: () => void }) {
  const decisions = exceptionDecisions.map(value => ({ value, label: t(`exception.decision.${value}`) }))
  return (
    <ActDialog
      act="exception.decide"
      title={t('exception.decide.title', { reference })}
      confirm={t('exception.decide.act')}
      input={fields => ({ order, decision: fieldText(fields, 'decision') })}
      changesOf={({ decision }) =>
        decisions
          .filter(({ value }) => value === decision)
          .map(({ label }) => ({ field: t('table.decision'), now: '', becomes: label }))
      }
      onClose={onClose}
    >
      <p>{t('exceptions.text')}</p>
      <Select
        name="decision"
        label={t('table.decision')}
        required
        options={[{ value: '', label: t('exceptions.choose') }, ...decisions]}
      />
    </ActDialog>
  )
}

type Exception = AnswerOf<'listExceptions'>['rows'][number]

function ExceptionTable({ caption, rows }: { caption: string; rows: readonly Exception[] }) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      idOf={({ order }) => order}
      columns={columnsOf(rows.every(({ decision }) => decision === null))}
    />
  )
}

function columnsOf(areOpen: boolean): readonly Column<Exception>[] {
  return [
    {
      title: 'table.customer',
      cell: ({ order, reference }) => (
        <Link to={addressOf('/exceptions/:order', { order })} className="whole">
          {reference}
        </Link>
      ),
    },
    { title: 'table.reason', cell: row => <Reason exception={row} /> },
    { title: 'exceptions.tries', isNumber: true, isWide: true, cell: ({ tries }) => tries },
    { title: 'table.agent', isWide: true, cell: ({ agent }) => <AgentLink agent={agent} /> },
    {
      title: areOpen ? 'exceptions.dueBy' : 'table.decision',
      cell: row => (row.decision ? <Decision exception={row} /> : <DueBy exception={row} />),
    },
  ]
}

function Reason({ exception: { reason, needs } }: { exception: Exception }) {
  const told = needs.map(need => t(`exception.need.${need}`)).join(', ')
  return (
    <span className="lines">
      {t(`exception.reason.${reason}`)}
      {told && <small>{t('exceptions.needs', { needs: told })}</small>}
    </span>
  )
}

function DueBy({ exception: { dueBy, isOverdue } }: { exception: Exception }) {
  return (
    <>
      <span className="whole">{shownMoment(dueBy)}</span>{' '}
      {isOverdue && (
        <Pill tone="bad" sign="warning">
          {t('exceptions.overdue')}
        </Pill>
      )}
    </>
  )
}

function Decision({ exception: { decision, decidedBy, decidedOn } }: { exception: Exception }) {
  return (
    <span className="lines">
      {decision && t(`exception.decision.${decision}`)}
      <small>
        {decidedOn && t('exceptions.by', { name: decidedBy ?? '', time: shownMoment(decidedOn) })}
      </small>
    </span>
  )
}
