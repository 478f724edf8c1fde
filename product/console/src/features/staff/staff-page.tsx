import type { ActName } from '@ekyc/contract/console/acts'
import { enrolPage } from '@ekyc/contract/console/sign-in-pages'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { CopyButton } from '@ekyc/ui/copy-button.tsx'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { Card } from '../../parts/card.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall, useChange } from '../../session/use-call.ts'
import { shownRoles } from '../../texts/roles.ts'
import { shownClock, shownDay, shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { RoleFields, rolesIn } from './staff-list-page.tsx'
import styles from './staff-page.module.css'
import { StaffState } from './staff-state.tsx'

type Person = AnswerOf<'getStaff'>
type PersonAct = Extract<ActName, `staff.${'roles' | 'enrol' | 'disable' | 'enable' | 'end-sessions'}`>

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
                <dt>{t('staff.comesBy')}</dt>
                <dd>
                  {data.isOfProvider ? t('staff.provider') : t('staff.passkeys', { count: data.passkeys })}
                </dd>
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
                {data.sessions.map(({ openedOn, lastSeenOn, means }) => (
                  <li key={openedOn}>
                    {t(`session.by.${means}`, { time: shownToMinute(openedOn) })},{' '}
                    {t('session.seen', { time: shownToMinute(lastSeenOn) })}
                  </li>
                ))}
              </ul>
            </Card>
            {data.mayEnrol && <LinkCard person={data} />}
          </div>
        )}
      </ReadPart>
    </>
  )
}

/** Offers the acts on this person. Nobody may act on themselves. */
function PersonActs({ person: { id, name, roles, disabledOn, isOfProvider } }: { person: Person }) {
  const staff = useStaff()
  const [act, setAct] = useState<PersonAct>()
  const acts: PersonAct[] = [
    ...(isOfProvider ? [] : (['staff.roles', 'staff.enrol'] as const)),
    'staff.end-sessions',
    disabledOn ? 'staff.enable' : 'staff.disable',
  ]
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
          input={act === 'staff.roles' ? fields => ({ staff: id, roles: rolesIn(fields) }) : { staff: id }}
          onClose={() => setAct(undefined)}
        >
          <p>{t(`${act}.text`)}</p>
          {act === 'staff.roles' && <RoleFields roles={roles} />}
        </ActDialog>
      )}
    </>
  )
}

/** Shows the link of an approved enrolment once. The signed-in person hands the link over by a trusted channel. */
function LinkCard({ person: { id, name } }: { person: Person }) {
  const issue = useChange('issueLink')
  const { data, error, isPending } = issue
  return (
    <Card title={t('staff.link')} padded>
      <div className={styles.link}>
        <p>{t('staff.linkText', { name })}</p>
        {error && <CallProblem error={error} isChange />}
        {data ? (
          <>
            <code>{linkOf(data.token)}</code>
            <CopyButton text={linkOf(data.token)} label={t('copy.copy')} />
            <Notice tone="warning">{t('staff.linkOnce', { time: shownClock(data.goodUntil) })}</Notice>
          </>
        ) : (
          <Button sends busy={isPending} onClick={() => issue.mutate({ staff: id })}>
            {t('staff.showLink')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function linkOf(token: string): string {
  return `${location.origin}${enrolPage}#${token}`
}
