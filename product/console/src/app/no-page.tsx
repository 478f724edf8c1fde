import { useStaff } from '../session/session.ts'
import { rolesThatMay } from '../session/may.ts'
import { shownRoles } from '../texts/roles.ts'
import { t } from '../texts/t.ts'
import { Link } from '../parts/link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import type { Route } from './route.ts'

export function NotAllowed({ access }: { access: Route['access'] }) {
  const yours = useStaff()?.roles ?? []
  const may = access === 'public' || access === 'staff' ? [] : rolesThatMay(access)
  return (
    <>
      <PageHead title={t('denied.title')} />
      <p>{t('denied.may', { roles: shownRoles(may) })}</p>
      <p>{t('denied.ask', { yours: shownRoles(yours) })}</p>
    </>
  )
}

export function NotFound() {
  return (
    <>
      <PageHead title={t('missing.title')} />
      <p>{t('missing.text')}</p>
      <p>
        <Link to="/">{t('missing.home')}</Link>
      </p>
    </>
  )
}
