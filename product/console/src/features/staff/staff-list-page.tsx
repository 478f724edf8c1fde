import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownRoles } from '../../texts/roles.ts'
import { shownDay } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { StaffState } from './staff-state.tsx'

type Person = AnswerOf<'listStaff'>['rows'][number]

export function StaffListPage() {
  const { query } = useAddress()
  const after = query.get('after')
  const limit = Number(query.get('limit')) as 50 | 100 | 200
  const people = useCall('listStaff', { ...(after && { after }), ...(limit > 0 && { limit }) })
  return (
    <>
      <PageHead title={t('nav.staff')} beside={<Age query={people} />} below={t('staff.byProvider')} />
      <Card>
        <ReadPart query={people} lines={8}>
          {({ rows, next }) => (
            <>
              <DataTable
                caption={t('nav.staff')}
                columns={columns()}
                rows={rows}
                nameOf={({ name }) => name}
              />
              <Pager next={next} />
            </>
          )}
        </ReadPart>
      </Card>
    </>
  )
}

function columns(): readonly Column<Person>[] {
  return [
    {
      key: 'name',
      title: t('staff.name'),
      cell: ({ id, name }) => (
        <Link to={`/staff/${id}`} dir="auto">
          {name}
        </Link>
      ),
    },
    { key: 'roles', title: t('staff.roles'), cell: ({ roles }) => shownRoles(roles) },
    { key: 'state', title: t('staff.state'), cell: person => <StaffState {...person} /> },
    {
      key: 'seen',
      title: t('staff.lastSignIn'),
      isWide: true,
      cell: ({ lastSignInOn }) => (lastSignInOn ? shownDay(lastSignInOn) : t('staff.never')),
    },
  ]
}
