import { lockWithoutEnd } from '@ekyc/contract/limits'
import { useState, type ReactNode } from 'react'

import { Button } from '../../parts/button.tsx'
import { useKeys } from '../../parts/keys.ts'
import { MenuButton } from '../../parts/menu-button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { PageProps } from '../../session/address.ts'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownClock, shownDay } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { AgentActDialog } from './agent-act-dialog.tsx'
import { actsOn, badActs, type Agent, type AgentAct } from './agent-acts.ts'
import { AgentLimits } from './agent-limits.tsx'
import { AgentOrders } from './agent-orders.tsx'
import styles from './agent-page.module.css'
import { AgentRoles } from './agent-roles.tsx'
import { AgentSessions } from './agent-sessions.tsx'
import { AgentStatus } from './agent-status.tsx'
import { AgentSummary } from './agent-summary.tsx'
import { AgentTrail } from './agent-trail.tsx'
import { ShowMobile } from './show-mobile.tsx'

const tabs = ['', 'orders', 'sessions', 'roles', 'limits', 'trail'] as const
type Tab = (typeof tabs)[number]

export function AgentPage({ parameters: { id = '', tab = '' } }: PageProps) {
  const query = useCall('getAgent', { id })
  return (
    <ReadPart query={query} title={t('nav.agents')} lines={10}>
      {({ agent, erasedOn }) =>
        agent ? (
          <WholeAgent
            key={agent.id}
            agent={agent}
            tab={tabs.find(one => one === tab) ?? ''}
            age={<Age query={query} />}
          />
        ) : (
          <>
            <PageHead title={t('agent.erased')} way={[{ title: t('agents.title'), to: '/agents' }]} />
            <Notice tone="plain">{t('agent.erasedOn', { day: erasedOn ? shownDay(erasedOn) : '' })}</Notice>
            <AgentOrders id={id} />
          </>
        )
      }
    </ReadPart>
  )
}

function WholeAgent({ agent, tab, age }: { agent: Agent; tab: Tab; age: ReactNode }) {
  const roles = useStaff()?.roles ?? []
  const [act, setAct] = useState<AgentAct>()
  const acts = actsOn(agent, roles)
  const [main] = acts
  const path = `/agents/${agent.id}`
  const shown = tabs.filter(one => one !== 'trail' || meansOf(roles, 'agent.trail'))
  useKeys([...keyTo('e', 'agent.update'), ...keyTo('u', 'agent.unlock')])
  return (
    <>
      <PageHead
        title={agent.name}
        way={[{ title: t('agents.title'), to: '/agents' }]}
        beside={
          <>
            <AgentStatus statuses={agent.statuses} />
            {age}
          </>
        }
        below={
          <>
            <ShowMobile
              id={agent.id}
              masked={agent.mobile}
              mayShow={meansOf(roles, 'agent.show-mobile') !== undefined}
            />
            {[agent.branch, agent.outlet, t('agent.since', { day: shownDay(agent.createdOn) })]
              .filter(Boolean)
              .join(' · ')}
          </>
        }
        actions={
          main && (
            <>
              <MenuButton
                label={t('agent.more')}
                entries={acts
                  .filter(one => one !== main)
                  .map(one => ({
                    title: t(`${one}.act`),
                    isBad: badActs.includes(one),
                    onPress: () => setAct(one),
                  }))}
              />
              <Button onClick={() => setAct(main)}>{t(`${main}.act`)}</Button>
            </>
          )
        }
      />
      {agent.lockedUntil && (
        <Notice tone="warning" sign="lock">
          {agent.lockedUntil === lockWithoutEnd
            ? t('agent.passwordLocked')
            : t('agent.lockedUntil', { time: shownClock(agent.lockedUntil) })}
        </Notice>
      )}
      <Tabs
        label={t('agent.tabs')}
        tabs={shown.map(one => ({ title: t(`tab.${one || 'summary'}`), to: one ? `${path}/${one}` : path }))}
        current={tab ? `${path}/${tab}` : path}
      />
      <div className={styles.tab}>
        <TabContent tab={tab} agent={agent} />
      </div>
      {act && <AgentActDialog agent={agent} act={act} onClose={() => setAct(undefined)} />}
    </>
  )

  function keyTo(press: string, opened: AgentAct) {
    if (!acts.includes(opened)) return []
    return [{ press, says: t(`${opened}.act`), run: () => setAct(opened) }]
  }
}

function TabContent({ tab, agent }: { tab: Tab; agent: Agent }) {
  switch (tab) {
    case 'orders':
      return <AgentOrders id={agent.id} />
    case 'sessions':
      return <AgentSessions agent={agent} />
    case 'roles':
      return <AgentRoles agent={agent} />
    case 'limits':
      return <AgentLimits agent={agent} />
    case 'trail':
      return <AgentTrail id={agent.id} />
    default:
      return <AgentSummary agent={agent} />
  }
}
