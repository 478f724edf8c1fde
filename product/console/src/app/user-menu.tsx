import { listKeys } from '../parts/keys.ts'
import { Link } from '../parts/link.tsx'
import { call } from '../session/call.ts'
import { useStaff } from '../session/session.ts'
import { shownRoles } from '../texts/roles.ts'
import { t } from '../texts/t.ts'
import styles from './user-menu.module.css'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'

const id = 'user-menu'

export function UserMenu() {
  const staff = useStaff()
  if (!staff) return null
  const roles = shownRoles(staff.roles)
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        <span className={styles.names}>
          <b dir="auto">{staff.name}</b>
          <small>{roles}</small>
        </span>
        <span className={styles.face} aria-hidden="true">
          {initials(staff.name)}
        </span>
        <VisuallyHidden>{t('frame.account', { name: staff.name })}</VisuallyHidden>
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        <p>
          <b dir="auto">{staff.name}</b>
          <small>{roles}</small>
        </p>
        <Link to="/me" onClick={() => document.getElementById(id)?.hidePopover()}>
          {t('frame.me')}
        </Link>
        <button type="button" popoverTarget={id} popoverTargetAction="hide" onClick={() => listKeys(true)}>
          {t('frame.keys')}
        </button>
        <button type="button" onClick={() => void signOut()}>
          {t('frame.signOut')}
        </button>
      </div>
    </>
  )
}

/** Ends the session and loads the sign-in page anew, so that no data of this person stay in the page. */
async function signOut(): Promise<void> {
  await call('signOut', {}).catch(() => {})
  location.assign('/sign-in')
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.match(/\p{L}\p{M}*/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
