import type { RequestOf, AnswerOf } from '@ekyc/contract/console/shapes'
import { shownStatuses } from '@ekyc/contract/console/order-verdicts'
import { indiaDate } from '@ekyc/contract/india-time'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert, type AlertTone } from '@ekyc/ui/states/alert.tsx'

import { Age, PageHead, ReadPart } from '../../parts/page.tsx'
import { Filters, FixedFilter, QueryFilter } from '../../parts/filter-chip.tsx'
import { OrderTable, Verdict, ListCard } from '../../parts/lists.tsx'
import { filtersIn, pageIn, useAddress, addressOf } from '../../session/address.ts'
import { useCall } from '../../session/call.ts'
import { t, type TextKey } from '../../texts/t.ts'
import {
  shownDay,
  shownInFull,
  shownAdvice,
  shownClock,
  shownMoment,
  shownOutcome,
  shownReason,
} from '../../texts/shown.ts'
import { CopyableCode, Facts, Sign, AgentLink, Link } from '../../parts/elements.tsx'
import { useKeys } from '../../parts/keys.ts'
import styles from './orders-page.module.css'
import { useBank, useMeans } from '../../session/session.ts'

type Asked = Omit<RequestOf<'listOrders'>, 'after' | 'limit'>

export function OrdersPage() {
  const { query } = useAddress()
  const asked = askedIn(query)
  const orders = useCall('listOrders', { ...asked, ...pageIn(query) })
  const lookedUntil = orders.data?.lookedUntil
  return (
    <>
      <PageHead title={t('nav.orders')} beside={<Age query={orders} />} />
      <OrderFilters asked={asked} />
      <ListCard
        query={orders}
        lines={12}
        none={t(lookedUntil ? 'orders.noneSoFar' : 'orders.none')}
        foot={lookedUntil && <span>{t('orders.lookedUntil', { time: shownInFull(lookedUntil) })}</span>}
      >
        {rows => <OrderTable rows={rows} withAgent />}
      </ListCard>
    </>
  )
}

function OrderFilters({ asked: { agent, day } }: { asked: Asked }) {
  return (
    <Filters>
      {agent !== undefined && (
        <FixedFilter name="agent" label={t('table.agent')} shown={t('orders.oneAgent')} />
      )}
      <QueryFilter name="reference" label={t('table.reference')} />
      <QueryFilter
        name="day"
        label={t('orders.day')}
        shown={day && shownDay(`${day}T06:00:00.000Z`)}
        type="date"
        defaultValue={day}
      />
      <QueryFilter name="model" label={t('devices.unit')} maxLength={64} />
      <QueryFilter
        name="status"
        label={t('table.status')}
        options={shownStatuses.map(value => ({ value, label: t(`orderStatus.${value}`) }))}
      />
    </Filters>
  )
}

function askedIn(query: URLSearchParams): Asked {
  const status = shownStatuses.find(one => one === query.get('status'))
  const filters = filtersIn(query, ['agent', 'reference', 'model', 'day'])
  // Without anything named, the page shows today.
  const named = Object.keys(filters).length > 0 ? filters : { day: indiaDate(new Date()) }
  return { ...named, ...(status && { status }) }
}

type Order = AnswerOf<'getOrder'>

const tones: Partial<Record<Order['verdict'], AlertTone>> = {
  verified: 'success',
  refused: 'failure',
  no_answer: 'warning',
}

export function OrderPage({ id }: { id: string }) {
  const query = useCall('getOrder', { id })
  const { deviceServiceVersion: version } = useBank()
  useKeys([{ press: 'c', says: t('order.copyId'), run: () => void navigator.clipboard?.writeText(id) }])
  return (
    <ReadPart query={query} title={t('nav.orders')} lines={12}>
      {order => (
        <>
          <PageHead
            title={order.reference}
            way={[{ title: t('nav.orders'), to: '/orders' }]}
            beside={
              <>
                <Verdict verdict={order.verdict} />
                <span>{shownInFull(order.completedOn ?? order.createdOn)}</span>
                <Age query={query} />
              </>
            }
          />
          <Alert tone={tones[order.verdict] ?? 'info'}>
            {order.code && <b>{shownReason(order.code)} </b>}
            {t('order.tell', { advice: shownAdvice(order, version) })}
          </Alert>
          <div className="split">
            <Card title={t('order.timeline')}>
              <Timeline steps={order.timeline} />
            </Card>
            <div className="stack-16">
              <Card title={t('order.who')}>
                <WhoAndWithWhat order={order} />
              </Card>
              <Card title={t('order.names')}>
                <Facts
                  facts={Object.fromEntries(
                    (['order', 'transaction', 'answer', 'request', 'trace'] as const).map(name => [
                      `orderName.${name}` satisfies TextKey,
                      order.names[name] !== null && <CopyableCode value={order.names[name]} />,
                    ]),
                  )}
                />
              </Card>
              <Card title={t('order.reference')}>
                <SameReference order={order} />
              </Card>
            </div>
          </div>
          {order.sameReference.orders.length > 0 && (
            <Card flush title={t('order.others')}>
              <OrderTable rows={order.sameReference.orders} withAgent />
            </Card>
          )}
        </>
      )}
    </ReadPart>
  )
}

function WhoAndWithWhat({ order: { agent, device } }: { order: Order }) {
  return (
    <Facts
      facts={{
        'table.agent': <AgentLink agent={agent} />,
        'devices.unit': device ? (
          <Link to={addressOf('/devices/:model', { model: device.model })}>{device.model}</Link>
        ) : (
          t('order.noDevice')
        ),
        'devices.maker': device?.maker,
        'order.level': device?.level ?? undefined,
        'order.unit': device?.unit && (
          <Link to={addressOf('/devices/units/:unit', { unit: device.unit })}>{device.unit.slice(0, 8)}</Link>
        ),
        'devices.driver': device && `${device.service} ${device.driver}`,
        'devices.certificate': device?.certificateEndsOn && shownDay(device.certificateEndsOn),
        'table.customer': t('order.customerNotKept'),
      }}
    />
  )
}

function SameReference({ order: { reference, authority, sameReference } }: { order: Order }) {
  const { failuresToday, failuresAllowed, hasSucceeded } = sameReference
  return (
    <Facts
      facts={{
        'order.all': <Link to={addressOf('/orders', { reference })}>{reference}</Link>,
        'order.failuresToday': t('meter.of', { used: failuresToday, of: failuresAllowed }),
        'order.hasSucceeded': hasSucceeded ? t('order.yes') : t('order.no'),
        'order.authority': authority && [authority.code, authority.action].filter(Boolean).join(', '),
      }}
    />
  )
}

type Step = Order['timeline'][number]

/** The steps whose times come from the agent's computer, whose clock is known to a second only. */
const clientSteps: readonly Step['step'][] = ['consented', 'captured']

function Timeline({ steps }: { steps: readonly Step[] }) {
  const [first] = steps
  return (
    <>
      {first && <p className={styles.day}>{shownDay(first.at)}</p>}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={`${step.step} ${index}`} className={step.isGood ? styles.good : styles.bad}>
            <time className="when" dateTime={step.at}>
              {shownClock(step.at)}
              {!clientSteps.includes(step.step) && <small>.{step.at.slice(20, 23)}</small>}
            </time>
            <span className={styles.mark}>
              <Sign name={step.isGood ? 'tick' : 'warning'} size={14} />
            </span>
            <div>
              <b>{t(`step.${step.step}`)}</b>
              <small>
                {aboutStep(step)}
                {step.auditPosition !== undefined && (
                  <>
                    {aboutStep(step) && ' · '}
                    <AuditRow position={step.auditPosition} />
                  </>
                )}
              </small>
            </div>
            {step.tookMs !== undefined && (
              <span className={`when ${styles.took}`}>
                {t('step.took', { seconds: (step.tookMs / 1000).toFixed(2) })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function AuditRow({ position }: { position: number }) {
  const words = t('step.audit', { position })
  const mayRead = useMeans()('audit.show')
  return mayRead ? <Link to={addressOf('/audit/rows/:position', { position })}>{words}</Link> : words
}

function aboutStep(step: Step): string {
  const { version, language, model, driver, server, code, tries, failure, nextTryOn } = step
  return [
    version !== undefined && t('step.version', { version, language: language ?? '' }),
    model !== undefined && [model, driver].filter(Boolean).join(', '),
    server !== undefined && t('step.server', { server }),
    // The authority's codes are numbers, some after a letter. The product's own codes have words.
    code && (/\d/.test(code) ? t('step.code', { code }) : shownOutcome('order.settle', code)),
    tries !== undefined && t('step.tries', { count: tries }),
    failure && shownOutcome('message', failure),
    nextTryOn !== undefined && t('step.nextTry', { time: shownMoment(nextTryOn) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
