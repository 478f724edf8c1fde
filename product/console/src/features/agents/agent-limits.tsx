import { Card } from '../../parts/card.tsx'
import { Meter } from '../../parts/meter.tsx'
import { shownClock } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import type { Agent } from './agent-acts.ts'

export function AgentLimits({ agent }: { agent: Agent }) {
  return (
    <Card title={t('agent.limitsNow')} padded>
      <LimitMeters limits={agent.limits} />
      {agent.limits.map(({ kind, until }) => (
        <p key={kind}>{t('agent.limitUntil', { limit: t(`limit.${kind}`), time: shownClock(until) })}</p>
      ))}
    </Card>
  )
}

export function LimitMeters({ limits }: Pick<Agent, 'limits'>) {
  if (limits.length === 0) return <p>{t('agent.noLimits')}</p>
  return limits.map(({ kind, used, of }) => (
    <Meter key={kind} name={t(`limit.${kind}`)} used={used} of={of} />
  ))
}
