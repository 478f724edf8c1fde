import type { ActName } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button, Link, Facts, Pill } from '../../parts/elements.tsx'
import { Age, PageHead, ReadPart } from '../../parts/page.tsx'
import { useMeans, useStaff } from '../../session/session.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownDay, shownRoles, shownToMinute } from '../../texts/shown.ts'
import { type Column, TableCard } from '../../parts/lists.tsx'
import { addressOf, pageIn, useAddress } from '../../session/address.ts'

type PersonAct = Extract<ActName, `staff.${'disable' | 'enable' | 'end-sessions'}`>

export function StaffPage({ id }: { id: string }) {
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
          <div className="cards">
            <Card title={t('staff.facts')}>
              <Facts
                facts={{
                  'staff.since': shownDay(data.createdOn),
                  'staff.lastSignIn': data.lastSignInOn ? shownToMinute(data.lastSignInOn) : t('table.never'),
                  'staff.disabledOn': data.disabledOn && shownToMinute(data.disabledOn),
                }}
              />
            </Card>
            <Card title={t('tab.sessions')}>
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

/** A person sees no act on their own account. */
function PersonActs({ person: { id, name, disabledOn } }: { person: AnswerOf<'getStaff'> }) {
  const staff = useStaff()
  const means = useMeans()
  const [act, setAct] = useState<PersonAct>()
  const acts: PersonAct[] = ['staff.end-sessions', disabledOn ? 'staff.enable' : 'staff.disable']
  if (!staff || staff.id === id) return null
  return (
    <>
      {acts
        .filter(one => means(one))
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

type Row = AnswerOf<'listStaff'>['rows'][number]

export function StaffListPage() {
  const { query } = useAddress()
  const people = useCall('listStaff', pageIn(query))
  return (
    <>
      <PageHead title={t('nav.staff')} beside={<Age query={people} />} below={t('staff.byProvider')} />
      <TableCard query={people} none={t('table.never')} caption={t('nav.staff')} columns={columns} />
    </>
  )
}

const columns: readonly Column<Row>[] = [
  {
    title: 'detail.name',
    cell: ({ id, name }) => (
      <Link to={addressOf('/staff/:id', { id })} dir="auto">
        {name}
      </Link>
    ),
  },
  { title: 'detail.roles', cell: ({ roles }) => shownRoles(roles) },
  { title: 'table.state', cell: person => <StaffState {...person} /> },
  {
    title: 'staff.lastSignIn',
    isWide: true,
    cell: ({ lastSignInOn }) => (lastSignInOn ? shownDay(lastSignInOn) : t('table.never')),
  },
]

const looks = {
  disabled: { tone: 'bad', sign: 'cross' },
  enabled: { tone: 'good', sign: 'tick' },
  invited: { tone: 'plain' },
} as const

function StaffState({ disabledOn, lastSignInOn }: Pick<Row, 'disabledOn' | 'lastSignInOn'>) {
  const state = disabledOn ? 'disabled' : lastSignInOn ? 'enabled' : 'invited'
  return <Pill {...looks[state]}>{t(`staff.${state}`)}</Pill>
}
