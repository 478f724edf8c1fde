import type { ActName } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownRoles } from '../../texts/roles.ts'
import { shownDay, shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './staff-page.module.css'
import { StaffState } from './staff-state.tsx'

type Person = AnswerOf<'getStaff'>
type PersonAct = Extract<ActName, `staff.${'disable' | 'enable' | 'end-sessions'}`>

export function StaffPage({ parameters: { id = '' } }: { parameters: Readonly<Record<string, string>> }) {
  const person = useCall('getStaff', { id })
  const { data: read } = person
  return (
    <>
      <PageHead
        title={read?.name ?? t('staff.facts')}
        way={[{ title: t('nav.staff'), to: '/staff' }]}
        beside={read && <StaffState {...read} />}
        below={read && shownRoles(read.roles)}
        actions={read && <PersonActs person={read} />}
      />
      <ReadPart query={person}>
        {data => (
          <div className={styles.cards}>
            <Card title={t('staff.facts')} padded>
              <dl className={styles.facts}>
                <dt>{t('staff.since')}</dt>
                <dd>{shownDay(data.createdOn)}</dd>
                <dt>{t('staff.lastSignIn')}</dt>
                <dd>{data.lastSignInOn ? shownToMinute(data.lastSignInOn) : t('staff.never')}</dd>
                {data.disabledOn && (
                  <>
                    <dt>{t('staff.disabledOn')}</dt>
                    <dd>{shownToMinute(data.disabledOn)}</dd>
                  </>
                )}
              </dl>
            </Card>
            <Card title={t('staff.sessions')} padded>
              {data.sessions.length === 0 && <p>{t('staff.noSession')}</p>}
              <ul>
                {data.sessions.map(({ openedOn, lastSeenOn }) => (
                  <li key={openedOn}>
                    {t('session.by.provider', { time: shownToMinute(openedOn) })},{' '}
                    {t('session.seen', { time: shownToMinute(lastSeenOn) })}
                  </li>
                ))}
              </ul>
            </Card>
          </div>
        )}
      </ReadPart>
    </>
  )
}

/** Offers the acts on this person. Nobody may act on themselves. */
function PersonActs({ person: { id, name, disabledOn } }: { person: Person }) {
  const staff = useStaff()
  const [act, setAct] = useState<PersonAct>()
  const acts: PersonAct[] = ['staff.end-sessions', disabledOn ? 'staff.enable' : 'staff.disable']
  if (!staff || staff.id === id) return null
  return (
    <>
      {acts
        .filter(one => meansOf(staff.roles, one))
        .map(one => (
          <Button
            key={one}
            look={one === 'staff.disable' ? 'bad' : 'quiet'}
            small
            onClick={() => setAct(one)}
          >
            {t(`${one}.act`)}
          </Button>
        ))}
      {act && (
        <ActDialog
          act={act}
          title={`${t(`${act}.act`)}: ${name}`}
          confirm={t(`${act}.act`)}
          isBad={act === 'staff.disable'}
          input={{ staff: id }}
          onClose={() => setAct(undefined)}
        >
          <p>{t(`${act}.text`)}</p>
        </ActDialog>
      )}
    </>
  )
}
