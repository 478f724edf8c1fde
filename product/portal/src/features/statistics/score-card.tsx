import type { AnswerOf } from '@ekyc/contract/shapes'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Card } from '@ekyc/ui/card.tsx'
import { QueryRegion } from '@ekyc/ui/query-region.tsx'
import { Skeleton } from '@ekyc/ui/skeleton.tsx'
import { causesOf } from './failure-causes.ts'
import { monthName } from './month-name.ts'
import { successShare } from './months.ts'
import styles from './score-card.module.css'

const shownCauses = 3

export function ScoreCard() {
  const username = useSession(session => session.phone)
  const query = useQuery({
    queryKey: ['score', username],
    queryFn: ({ signal }) => call('getScore', { username }, { signal }),
  })
  return (
    <Card title={t('score.title')}>
      <QueryRegion
        name={t('score.title')}
        query={query}
        recovered={t('statistics.here')}
        loading={<Skeleton lines={3} height={48} />}
      >
        {score => <Score {...score} />}
      </QueryRegion>
    </Card>
  )
}

function Score({ month, success, failure, reasons }: AnswerOf<'getScore'>) {
  const share = successShare(success, failure)
  if (share === undefined) return <p className={styles.quiet}>{t('score.none')}</p>
  const causes = causesOf(reasons).slice(0, shownCauses)
  return (
    <div className={styles.score}>
      <p className={styles.share}>
        <strong>{t('score.share', { share })}</strong>{' '}
        <span className={styles.quiet}>
          {t('score.of', { success, total: success + failure, month: monthName(month, 'long') })}
        </span>
      </p>
      {causes.length > 0 && <h3>{t('score.reasons')}</h3>}
      <ol className={styles.causes}>
        {causes.map(({ cause, count }) => (
          <li key={cause}>
            <p className={styles.cause}>
              <strong>{t(`score.${cause}.name`)}</strong>{' '}
              <span className={styles.quiet}>{t('score.times', { count })}</span>
            </p>
            <p>{t(`score.${cause}.cure`)}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
