import { lockWithoutEnd } from '@ekyc/contract/limits'
import { Email } from '@ekyc/ui/email.tsx'

import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Happened } from '../../parts/happened.tsx'
import { Link } from '../../parts/link.tsx'
import { OrderTable } from '../../parts/order-table.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownClock, shownDay, shownMoment, shownNumber } from '../../texts/shown.ts'
import { shownAgentRoles } from '../../texts/roles.ts'
import { t } from '../../texts/t.ts'
import type { Agent } from './agent-acts.ts'
import { AgentAlerts } from './agent-alerts.tsx'
import { LimitMeters } from './agent-limits.tsx'
import styles from './agent-page.module.css'
import { riskInWords } from './detail-fields.tsx'
import { AgentStatus } from './agent-status.tsx'
import { lastLogInInWords, lastOrderInWords } from './agents-page.tsx'
import { Share } from '../../parts/share.tsx'

const fewRows = 5

export function AgentSummary({ agent }: { agent: Agent }) {
  const roles = useStaff()?.roles ?? []
  const path = `/agents/${agent.id}`
  const { addressLine1, addressLine2 } = agent
  return (
    <div className={styles.two}>
      <div className={styles.stack}>
        {meansOf(roles, 'agent.trail') && <Lately id={agent.id} />}
        <LatestOrders id={agent.id} />
      </div>
      <div className={styles.stack}>
        <Card title={t('agent.mayWork')} padded>
          <Facts
            facts={[
              [t('agents.status'), <AgentStatus key="status" statuses={agent.statuses} />],
              [
                t('agent.lockedFor'),
                agent.lockedUntil &&
                  (agent.lockedUntil === lockWithoutEnd
                    ? t('agent.untilNewPassword')
                    : shownClock(agent.lockedUntil)),
              ],
              [t('agents.lastLogIn'), lastLogInInWords(agent.lastLogInOn)],
              [
                t('agent.liveSessions'),
                <Link key="sessions" to={`${path}/sessions`}>
                  {agent.liveSessions}
                </Link>,
              ],
              [t('agent.passkeys'), agent.passkeys === 0 ? t('agent.none') : agent.passkeys],
              [
                t('agents.filterRole'),
                shownAgentRoles(agent.roles.map(({ role }) => role)) || t('agent.none'),
              ],
              [
                t('agent.withheld'),
                agent.withheld.map(one => t(`privilege.${one}`)).join(', ') || t('agent.nothing'),
              ],
            ]}
          />
        </Card>
        {agent.alerts.length > 0 && <AgentAlerts agent={agent} />}
        <Card title={t('agent.asOperator')} padded>
          <Facts
            facts={[
              [
                t('detail.kycOn'),
                [agent.kycOn && shownDay(agent.kycOn), agent.kycEvidence].filter(Boolean).join(' · '),
              ],
              [t('detail.kycDue'), agent.kycDue && shownDay(agent.kycDue)],
              [t('detail.reviewOn'), agent.reviewOn && shownDay(agent.reviewOn)],
              [t('detail.risk'), riskInWords(agent.risk)],
            ]}
          />
        </Card>
        <Card title={t('agent.limitsNow')} end={<Link to={`${path}/limits`}>{t('tab.limits')}</Link>} padded>
          <LimitMeters limits={agent.limits} />
        </Card>
        <Card title={t('agent.work')} padded>
          <Facts
            facts={[
              [t('agents.lastOrder'), lastOrderInWords(agent.lastOrderOn)],
              [t('agent.orders30'), shownNumber(agent.orders30)],
              [t('agents.success'), <Share key="share" of={agent.orders30} verified={agent.verified30} />],
            ]}
          />
        </Card>
        <Card title={t('agent.details')} padded>
          <Facts
            facts={[
              [t('detail.staffNumber'), agent.staffNumber],
              [t('detail.branch'), agent.branch],
              [t('detail.outlet'), agent.outlet],
              [t('detail.supervisor'), agent.supervisor],
              [t('detail.email'), agent.email && <Email key="email" address={agent.email} />],
              [t('agent.address'), [addressLine1, addressLine2].filter(Boolean).join(', ')],
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

function Lately({ id }: { id: string }) {
  const trail = useCall('listAgentTrail', { id, looks: false })
  return (
    <Card title={t('agent.lately')} end={<Link to={`/agents/${id}/trail`}>{t('agent.wholeTrail')}</Link>}>
      <ReadPart query={trail} lines={fewRows}>
        {({ rows }) => {
          if (rows.length === 0) return <p className={styles.quiet}>{t('agent.noTrail')}</p>
          return (
            <ol className={styles.lately}>
              {rows.slice(0, fewRows).map(row => (
                <li key={row.id}>
                  <time dateTime={row.happenedOn}>{shownMoment(row.happenedOn)}</time>
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
      title={t('agent.latestOrders')}
      end={<Link to={`/agents/${id}/orders`}>{t('agent.allOrders')}</Link>}
    >
      <ReadPart query={orders} lines={fewRows}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={styles.quiet}>{t('orderTable.noneYet')}</p>
          ) : (
            <OrderTable rows={rows.slice(0, fewRows)} />
          )
        }
      </ReadPart>
    </Card>
  )
}
