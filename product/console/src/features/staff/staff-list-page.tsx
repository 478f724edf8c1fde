import { staffRoles, type StaffRole } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { Checkbox } from '@ekyc/ui/checkbox.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/button.tsx'
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
import styles from './staff-page.module.css'
import { StaffState } from './staff-state.tsx'

type Person = AnswerOf<'listStaff'>['rows'][number]

export function StaffListPage() {
  const { query } = useAddress()
  const after = query.get('after')
  const limit = Number(query.get('limit')) as 50 | 100 | 200
  const people = useCall('listStaff', { ...(after && { after }), ...(limit > 0 && { limit }) })
  const signIn = useCall('getSignIn', {})
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHead
        title={t('nav.staff')}
        beside={<Age query={people} />}
        actions={
          signIn.data?.way === 'passkey' && <Button onClick={() => setAdding(true)}>{t('staff.add')}</Button>
        }
        below={signIn.data?.way === 'provider' && t('staff.byProvider')}
      />
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
      {isAdding && (
        <ActDialog
          act="staff.add"
          title={t('staff.add')}
          confirm={t('staff.add')}
          input={fields => ({ name: fieldText(fields, 'name').trim(), roles: rolesIn(fields) })}
          onClose={() => setAdding(false)}
        >
          <TextField label={t('staff.name')} name="name" required minLength={2} maxLength={120} focusOnOpen />
          <RoleFields />
          <p>{t('staff.linkAfter')}</p>
        </ActDialog>
      )}
    </>
  )
}

export function RoleFields({ roles = [] }: { roles?: readonly StaffRole[] }) {
  return (
    <fieldset className={styles.roles}>
      <legend>{t('staff.roles')}</legend>
      {staffRoles.map(role => (
        <Checkbox key={role} name="role" value={role} defaultChecked={roles.includes(role)}>
          {t(`role.${role}`)}
        </Checkbox>
      ))}
      <small>{t('staff.auditorAlone')}</small>
    </fieldset>
  )
}

export function rolesIn(fields: FormData): string[] {
  return fields.getAll('role').map(String)
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
