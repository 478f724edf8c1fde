import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { useProvenChange } from '../../session/use-proven-change.ts'
import { shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { shownAct } from './proposal-words.ts'
import styles from './proposals-page.module.css'

type Emergency = AnswerOf<'listEmergencies'>['rows'][number]

/** Lists acts that were done without a second person. An act leaves the list when two people have acknowledged it. */
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

function EmergencyLine({ emergency }: { emergency: Emergency }) {
  const { number, act, actor, agent, reason, on, acknowledgedBy } = emergency
  const staff = useStaff()
  const acknowledge = useProvenChange('acknowledgeEmergency', 'emergency.acknowledge')
  const isMine = acknowledgedBy.some(({ person }) => person.id === staff?.id)
  const mayAcknowledge = !isMine && meansOf(staff?.roles ?? [], 'emergency.acknowledge') === 'does'
  return (
    <li>
      <div>
        <b>{shownAct(act)}</b>{' '}
        {agent && <Link to={`/agents/${agent.id}`}>{agent.name || t('proposal.erased')}</Link>}
        <small>
          {actor}, {shownToMinute(on)}
        </small>
        <p dir="auto">{reason}</p>
        {acknowledgedBy.map(({ person, on: at }) => (
          <small key={person.name}>
            {t('emergency.acknowledgedBy', { name: person.name, time: shownToMinute(at) })}
          </small>
        ))}
        {acknowledge.error && <CallProblem error={acknowledge.error} isChange />}
      </div>
      {mayAcknowledge && (
        <Button
          sends
          look="quiet"
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ number })}
        >
          {t('emergency.acknowledge')}
        </Button>
      )}
    </li>
  )
}
