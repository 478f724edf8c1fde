import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Happened } from '../../parts/happened.tsx'
import { LooksSwitch } from '../../parts/looks-switch.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownAction } from '../../texts/action.ts'
import { shownInFull } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './agent-page.module.css'

type Row = AnswerOf<'listAgentTrail'>['rows'][number]

export function AgentTrail({ id }: { id: string }) {
  const { query } = useAddress()
  const looks = query.has('looks')
  const trail = useCall('listAgentTrail', { id, looks, ...pageIn(query) })
  return (
    <Card title={t('tab.trail')} end={<LooksSwitch />}>
      <ReadPart query={trail} lines={8}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 && <p className={styles.quiet}>{t('agent.noTrail')}</p>}
            {rows.length > 0 && (
              <DataTable
                caption={t('tab.trail')}
                rows={rows}
                nameOf={({ action }) => shownAction(action)}
                columns={columns()}
              />
            )}
            <Pager next={next} />
          </>
        )}
      </ReadPart>
    </Card>
  )
}

function columns(): readonly Column<Row>[] {
  return [
    {
      key: 'when',
      title: t('trail.when'),
      cell: ({ happenedOn }) => <span className={styles.time}>{shownInFull(happenedOn)}</span>,
    },
    { key: 'what', title: t('trail.what'), cell: row => <Happened row={row} /> },
    { key: 'address', title: t('trail.from'), isWide: true, cell: ({ address }) => address },
  ]
}
