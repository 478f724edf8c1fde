import { type AlertState, alertStates } from '@ekyc/contract/console/fraud-rules'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { useState } from 'react'

import { ActDialog, CloseAlert } from '../../parts/act-dialog.tsx'
import { AgentLink, Button, StateTabs, Pill } from '../../parts/elements.tsx'
import { type Column, TableCard } from '../../parts/lists.tsx'
import { Age, PageHead } from '../../parts/page.tsx'
import { useAddress } from '../../session/address.ts'
import { useMeans } from '../../session/session.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownMoment, shownNumber } from '../../texts/shown.ts'

type Alert = AnswerOf<'listAlerts'>['rows'][number]
type Act = { name: 'take' | 'close'; alert: Alert }

export function AlertsPage() {
  const { query } = useAddress()
  const state = alertStates.find(one => one === query.get('state')) ?? 'new'
  const alerts = useCall('listAlerts', { state })
  const mayAct = useMeans()('alert.close') && state !== 'closed'
  const [act, setAct] = useState<Act>()
  return (
    <>
      <PageHead title={t('nav.alerts')} beside={<Age query={alerts} />} />
      <StateTabs
        label={t('alerts.states')}
        states={alertStates}
        current={state}
        titleOf={one => t(`alerts.${one}`)}
      />
      <TableCard
        query={alerts}
        none={t(`alerts.none.${state}`)}
        caption={t('alerts.states')}
        idOf={({ number }) => String(number)}
        columns={columnsOf(state, mayAct ? setAct : undefined)}
      />
      {act?.name === 'take' && (
        <ActDialog
          act="alert.take"
          title={t('alert.take.title')}
          confirm={t('alert.take.act')}
          input={{ number: act.alert.number }}
          onClose={() => setAct(undefined)}
        >
          <p>{t(`alerts.${act.alert.rule}`)}</p>
          <p>{t('alert.take.text')}</p>
        </ActDialog>
      )}
      {act?.name === 'close' && <CloseAlert alert={act.alert} onClose={() => setAct(undefined)} />}
    </>
  )
}

function columnsOf(state: AlertState, onAct: ((act: Act) => void) | undefined): readonly Column<Alert>[] {
  const buttons: Column<Alert> = {
    title: 'table.decision',
    cell: alert => (
      <span className="row-8">
        {state === 'new' && (
          <Button look="quiet" small onClick={() => onAct?.({ name: 'take', alert })}>
            {t('alert.take.act')}
          </Button>
        )}
        <Button look="quiet" small onClick={() => onAct?.({ name: 'close', alert })}>
          {t('alert.close.act')}
        </Button>
      </span>
    ),
  }
  return [
    { title: 'table.agent', cell: ({ agent }) => <AgentLink agent={agent} /> },
    { title: 'alerts.rule', cell: Rule },
    { title: 'alerts.last', isWide: true, cell: ({ lastOn }) => shownMoment(lastOn) },
    ...(state === 'new' ? [] : [{ title: 'table.state' as const, cell: State }]),
    ...(onAct ? [buttons] : []),
  ]
}

function Rule({ rule, facts, stops }: Alert) {
  const { counted = 0, from = 0 } = facts
  return (
    <span className="lines">
      {t(`alerts.${rule}`)} {stops && <Pill tone="bad">{t('alerts.stops')}</Pill>}
      <small>{t('alerts.facts', { counted: shownNumber(counted), from: shownNumber(from) })}</small>
    </span>
  )
}

function State({ why, takenOn, takenBy, closedOn, closedBy }: Alert) {
  return (
    <span className="lines">
      {why}
      {takenOn && <small>{t('alerts.takenBy', { name: takenBy, time: shownMoment(takenOn) })}</small>}
      {closedOn && <small>{t('alerts.closedBy', { name: closedBy, time: shownMoment(closedOn) })}</small>}
    </span>
  )
}
