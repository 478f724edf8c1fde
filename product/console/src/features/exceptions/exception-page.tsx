import { exceptionDecisions } from '@ekyc/contract/exceptions'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Select } from '@ekyc/ui/select.tsx'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/link.tsx'
import { OrderTable } from '../../parts/order-table.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import type { PageProps } from '../../session/address.ts'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownMoment } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { Decision, DueBy, ExceptionTable, Reason, type Exception } from './exception-table.tsx'
import styles from './exceptions-page.module.css'

/** Shows one exception with what a person decides by: the customer's tries, and the other exceptions around it. */
export function ExceptionPage({ parameters: { order = '' } }: PageProps) {
  const around = useCall('listExceptions', { around: order })
  const found = around.data?.rows.find(one => one.order === order)
  const mayDecide = meansOf(useStaff()?.roles ?? [], 'exception.decide') !== undefined
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
            <div className={styles.stack}>
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
      <Card title={t('exceptions.one')} padded>
        <Facts
          facts={[
            [t('exceptions.reason'), <Reason key="reason" exception={exception} />],
            [t('exceptions.tries'), tries],
            [t('exceptions.openedOn'), shownMoment(openedOn)],
            [t('exceptions.dueBy'), <DueBy key="due" exception={exception} />],
            [
              t('exceptions.agent'),
              <Link key="agent" to={`/agents/${agent.id}`}>
                {agent.name ?? agent.id.slice(0, 8)}
              </Link>,
            ],
            [t('exceptions.scanner'), order.data?.device?.model],
            [t('exceptions.decision'), decision && <Decision key="decision" exception={exception} />],
          ]}
        />
      </Card>
      <Card title={t('exceptions.orders')}>
        <ReadPart query={order}>
          {data => <OrderTable rows={[data, ...data.sameReference.orders]} withAgent />}
        </ReadPart>
      </Card>
    </>
  )
}

function Others({ title, rows }: { title: string; rows: readonly Exception[] }) {
  return (
    <Card title={title}>
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
          .map(({ label }) => ({ field: t('exceptions.decision'), now: '', becomes: label }))
      }
      onClose={onClose}
    >
      <p>{t('exceptions.text')}</p>
      <Select
        name="decision"
        label={t('exceptions.decision')}
        required
        options={[{ value: '', label: t('exceptions.choose') }, ...decisions]}
      />
    </ActDialog>
  )
}
