import type { SessionInUse } from '@ekyc/contract/shapes'

import { call } from '../../api/api-client.ts'
import { paths } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { Link } from '../../ui/link.ts'
import { factsOfSession } from './device-facts.tsx'
import { RemovalList, useRemoval } from './removal-list.tsx'
import styles from './security.module.css'
import type { ChangeSecurity } from './use-security.ts'

type Props = { sessions: readonly SessionInUse[]; change: ChangeSecurity }

const everyOther = 'every other'

export function SessionsCard({ sessions, change }: Props) {
  const username = useSession(session => session.phone)
  const mayChangePassword = useSession(session => session.allPrevielages.includes('SET_NEW_PASSWORD'))
  const removal = useRemoval()
  const rows = sessions.map(session => ({ ...factsOfSession(session), onRemove: () => end(session) }))
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <Card title={t('security.sessions')}>
      <RemovalList name={t('security.sessions')} rows={rows} removal={removal} />
      {hasOthers && (
        <Button
          look="quiet"
          className={styles.others}
          busy={removal.busy === everyOther}
          onClick={endOthers}
          wide
        >
          {t('security.endOthers')}
        </Button>
      )}
      <div>
        {hasOthers && <p>{t('security.stranger')}</p>}
        {mayChangePassword && <Link to={paths.changePassword}>{t('changePassword.title')}</Link>}
      </div>
    </Card>
  )

  function end(session: SessionInUse): void {
    const { id } = session
    removal.remove(id, async () => {
      await call('endSession', { username, id })
      await change(security => ({
        ...security,
        sessions: security.sessions.filter(other => other.id !== id),
      }))
      return () => t('security.ended', { name: factsOfSession(session).name })
    })
  }

  function endOthers(): void {
    removal.remove(everyOther, async () => {
      const { ended } = await call('endOtherSessions', { username })
      await change(security => ({
        ...security,
        sessions: security.sessions.filter(({ isCurrent }) => isCurrent),
      }))
      return () => t('security.othersEnded', { count: ended })
    })
  }
}
