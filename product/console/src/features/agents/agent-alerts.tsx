import { useState } from 'react'

import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CloseAlert } from '../../parts/close-alert.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Pill } from '../../parts/pill.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { shownMoment, shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import type { Agent } from './agent-acts.ts'

export function AgentAlerts({ agent }: { agent: Agent }) {
  const mayClose = meansOf(useStaff()?.roles ?? [], 'alert.close') !== undefined
  const [closed, setClosed] = useState<Agent['alerts'][number]>()
  return (
    <Card title={t('alerts.title')} padded>
      {agent.alerts.map(alert => (
        <section key={alert.number} aria-label={t(`alerts.${alert.rule}`)}>
          <p>
            {t(`alerts.${alert.rule}`)}{' '}
            <Pill tone={alert.stops ? 'bad' : 'warning'}>
              {t(alert.stops ? 'alerts.stops' : 'alerts.rings')}
            </Pill>
          </p>
          <Facts
            facts={[
              [t('alerts.counted'), shownNumber(alert.facts['counted'] ?? 0)],
              [t('alerts.from'), shownNumber(alert.facts['from'] ?? 0)],
              [t('alerts.last'), shownMoment(alert.lastOn)],
              [t('alerts.whoTook'), alert.takenBy],
            ]}
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
