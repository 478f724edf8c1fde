import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { useCall } from '../../session/use-call.ts'
import { shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { shownAct } from './proposal-words.ts'
import styles from './proposals-page.module.css'

type Emergency = AnswerOf<'listEmergencies'>['rows'][number]

/** Lists the latest acts that were done without a second person. */
export function Emergencies() {
  const emergencies = useCall('listEmergencies', {})
  return (
    <Card title={t('proposals.emergencies')}>
      <ReadPart query={emergencies} lines={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty>{t('proposals.none.emergencies')}</Empty>
          ) : (
            <ul className={styles.emergencies}>
              {rows.map(row => (
                <EmergencyLine key={row.number} emergency={row} />
              ))}
            </ul>
          )
        }
      </ReadPart>
    </Card>
  )
}

function EmergencyLine({ emergency: { act, actor, agent, reason, on } }: { emergency: Emergency }) {
  return (
    <li>
      <b>{shownAct(act)}</b>{' '}
      {agent && <Link to={`/agents/${agent.id}`}>{agent.name || t('proposal.erased')}</Link>}
      <small>
        {actor}, {shownToMinute(on)}
      </small>
      <p dir="auto">{reason}</p>
    </li>
  )
}
