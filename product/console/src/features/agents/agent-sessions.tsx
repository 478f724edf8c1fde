import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownInFull } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import type { Agent } from './agent-acts.ts'
import styles from './agent-page.module.css'

type Session = AnswerOf<'listAgentSessions'>['rows'][number]

export function AgentSessions({ agent: { id, name, passkeys } }: { agent: Agent }) {
  const roles = useStaff()?.roles ?? []
  const sessions = useCall('listAgentSessions', { id })
  const [ending, setEnding] = useState<Session>()
  const mayEnd = meansOf(roles, 'session.end') !== undefined
  return (
    <Card title={t('tab.sessions')} end={t('agent.passkeyCount', { count: passkeys })}>
      <ReadPart query={sessions} lines={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={styles.quiet}>{t('session.none')}</p>
          ) : (
            <DataTable
              caption={t('tab.sessions')}
              columns={columns(mayEnd ? setEnding : undefined)}
              rows={rows}
              nameOf={({ browser }) => browser}
            />
          )
        }
      </ReadPart>
      {ending && (
        <ActDialog
          act="session.end"
          title={t('session.end.title', { name })}
          confirm={t('session.endOne')}
          isBad
          input={{ agent: id, session: ending.id }}
          onClose={() => setEnding(undefined)}
        >
          <p>{`${ending.browser}, ${ending.os}`}</p>
        </ActDialog>
      )}
    </Card>
  )
}

function columns(onEnd: ((session: Session) => void) | undefined): readonly Column<Session>[] {
  const button: Column<Session> = {
    key: 'end',
    title: <VisuallyHidden>{t('session.endOne')}</VisuallyHidden>,
    cell: session => (
      <Button look="bad" small onClick={() => onEnd?.(session)}>
        {t('session.endOne')}
      </Button>
    ),
  }
  return [
    { key: 'browser', title: t('session.browser'), cell: ({ browser, os }) => `${browser}, ${os}` },
    { key: 'seen', title: t('session.lastSeen'), cell: ({ lastSeenOn }) => shownInFull(lastSeenOn) },
    {
      key: 'opened',
      title: t('session.opened'),
      isWide: true,
      cell: ({ openedOn }) => shownInFull(openedOn),
    },
    {
      key: 'expires',
      title: t('session.expires'),
      isWide: true,
      cell: ({ expiresOn }) => shownInFull(expiresOn),
    },
    ...(onEnd ? [button] : []),
  ]
}
