import {
  agentDetails,
  type DetailField,
  kycFields,
  personFields,
  workFields,
} from '@ekyc/contract/console/sheet-lines'
import { lockWithoutEnd } from '@ekyc/contract/limits'
import { Email } from '@ekyc/ui/controls/link.tsx'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { Facts, Pill, Share, Button, Link } from '../../parts/elements.tsx'
import { addressOf } from '../../session/address.ts'
import { Happened, OrderTable } from '../../parts/lists.tsx'
import { Empty, ReadPart } from '../../parts/page.tsx'
import { useMeans } from '../../session/session.ts'
import { useCall } from '../../session/call.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { shownAgentRoles, shownClock, shownDay, shownMoment, shownNumber } from '../../texts/shown.ts'
import { type Agent, riskInWords } from './agent-act-dialog.tsx'
import styles from './agent-summary.module.css'
import { AgentStatus, lastLogInInWords, lastOrderInWords } from './agents-page.tsx'
import { CloseAlert } from '../../parts/act-dialog.tsx'

const fewRows = 5

export function AgentSummary({ agent }: { agent: Agent }) {
  const means = useMeans()
  const tab = (name: string) => addressOf('/agents/:id/:tab', { id: agent.id, tab: name })
  return (
    <div className="split">
      <div className="stack-16">
        {means('agent.trail') && <Lately id={agent.id} />}
        <LatestOrders id={agent.id} />
      </div>
      <div className="stack-16">
        <Card title={t('agent.mayWork')}>
          <Facts
            facts={{
              'table.status': <AgentStatus statuses={agent.statuses} />,
              'agent.lockedFor':
                agent.lockedUntil &&
                (agent.lockedUntil === lockWithoutEnd
                  ? t('agent.untilNewPassword')
                  : shownClock(agent.lockedUntil)),
              'agents.lastLogIn': lastLogInInWords(agent.lastLogInOn),
              'agent.liveSessions': <Link to={tab('sessions')}>{agent.liveSessions}</Link>,
              'agent.passkeys': agent.passkeys === 0 ? t('act.none') : agent.passkeys,
              'agents.filterRole': shownAgentRoles(agent.roles.map(({ role }) => role)) || t('act.none'),
              'agent.withheld':
                agent.withheld.map(one => t(`privilege.${one}`)).join(', ') || t('act.nothing'),
            }}
          />
        </Card>
        {agent.alerts.length > 0 && <AgentAlerts agent={agent} />}
        <Card title={t('agent.asOperator')}>
          <Details fields={kycFields} agent={agent} />
        </Card>
        <Card title={t('agent.limitsNow')} actions={<Link to={tab('limits')}>{t('tab.limits')}</Link>}>
          <LimitMeters limits={agent.limits} />
        </Card>
        <Card title={t('agent.work')}>
          <Facts
            facts={{
              'agents.lastOrder': lastOrderInWords(agent.lastOrderOn),
              'agent.orders30': shownNumber(agent.orders30),
              'table.success': <Share of={agent.orders30} verified={agent.verified30} />,
            }}
          />
        </Card>
        <Card title={t('agent.details')}>
          <Details
            fields={[...workFields, ...personFields.filter(field => field !== 'name')]}
            agent={agent}
          />
        </Card>
      </div>
    </div>
  )
}

function Details({ fields, agent }: { fields: readonly DetailField[]; agent: Agent }) {
  const facts = fields.map(field => [`detail.${field}` satisfies TextKey, shownDetail(field, agent[field])])
  return <Facts facts={Object.fromEntries(facts)} />
}

function shownDetail(field: DetailField, value: string) {
  if (field === 'risk') return riskInWords(value)
  if (value === '') return ''
  if (field === 'email') return <Email address={value} />
  return agentDetails[field].is === 'day' ? shownDay(value) : value
}

function Lately({ id }: { id: string }) {
  const trail = useCall('listAgentTrail', { id, looks: false })
  return (
    <Card
      flush
      title={t('agent.lately')}
      actions={<Link to={addressOf('/agents/:id/:tab', { id, tab: 'trail' })}>{t('agent.wholeTrail')}</Link>}
    >
      <ReadPart query={trail} lines={fewRows}>
        {({ rows }) => {
          if (rows.length === 0) return <Empty>{t('agent.noTrail')}</Empty>
          return (
            <ol className={styles.lately}>
              {rows.slice(0, fewRows).map(row => (
                <li key={row.id}>
                  <time className="when" dateTime={row.happenedOn}>
                    {shownMoment(row.happenedOn)}
                  </time>
                  <Happened row={row} />
                </li>
              ))}
            </ol>
          )
        }}
      </ReadPart>
    </Card>
  )
}

function LatestOrders({ id }: { id: string }) {
  const orders = useCall('listOrders', { agent: id })
  return (
    <Card
      flush
      title={t('agent.latestOrders')}
      actions={<Link to={addressOf('/agents/:id/:tab', { id, tab: 'orders' })}>{t('order.all')}</Link>}
    >
      <ReadPart query={orders} lines={fewRows}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty>{t('orderTable.noneYet')}</Empty>
          ) : (
            <OrderTable rows={rows.slice(0, fewRows)} />
          )
        }
      </ReadPart>
    </Card>
  )
}

function AgentAlerts({ agent }: { agent: Agent }) {
  const mayClose = useMeans()('alert.close')
  const [closed, setClosed] = useState<Agent['alerts'][number]>()
  return (
    <Card title={t('nav.alerts')}>
      {agent.alerts.map(alert => (
        <section key={alert.number} className="stack-16" aria-label={t(`alerts.${alert.rule}`)}>
          <p>
            {t(`alerts.${alert.rule}`)}{' '}
            <Pill tone={alert.stops ? 'bad' : 'warning'}>
              {t(alert.stops ? 'alerts.stops' : 'alerts.rings')}
            </Pill>
          </p>
          <Facts
            facts={{
              'alerts.counted': shownNumber(alert.facts['counted'] ?? 0),
              'alerts.from': shownNumber(alert.facts['from'] ?? 0),
              'alerts.last': shownMoment(alert.lastOn),
              'alerts.whoTook': alert.takenBy,
            }}
          />
          {mayClose && (
            <Button look="quiet" onClick={() => setClosed(alert)}>
              {t('alert.close.act')}
            </Button>
          )}
        </section>
      ))}
      {closed && <CloseAlert alert={closed} onClose={() => setClosed(undefined)} />}
    </Card>
  )
}

export function AgentLimits({ agent }: { agent: Agent }) {
  return (
    <Card title={t('agent.limitsNow')}>
      <LimitMeters limits={agent.limits} />
      {agent.limits.map(({ kind, until }) => (
        <p key={kind}>{t('agent.limitUntil', { limit: t(`limit.${kind}`), time: shownClock(until) })}</p>
      ))}
    </Card>
  )
}

function LimitMeters({ limits }: Pick<Agent, 'limits'>) {
  if (limits.length === 0) return <p>{t('agent.noLimits')}</p>
  return limits.map(({ kind, used, of }) => {
    const share = of === 0 ? 1 : Math.min(1, used / of)
    return (
      <div key={kind} className={`${styles.meter} ${share >= 0.75 ? styles.high : ''}`}>
        <span>{t(`limit.${kind}`)}</span>
        <span className={styles.bar} style={{ '--v': `${share * 100}%` } as React.CSSProperties} />
        <span>{t('meter.of', { used, of })}</span>
      </div>
    )
  })
}
