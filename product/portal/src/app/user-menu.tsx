import { Icon } from '@ekyc/ui/controls/icon.tsx'
import { initials } from '@ekyc/ui/texts/shown.ts'

import { logOut } from '../api/api-client.ts'
import { clearSession } from '../session/end-session.ts'
import { go, goAfter, navigationDelayMs, paths } from '../session/navigation.ts'
import { t } from '../texts/t.ts'
import { LanguageMenu } from '../ui/language-menu.tsx'
import styles from './user-menu.module.css'
import { remember, useMemory } from '../session/session.ts'

const id = 'user-menu'
const views = [
  { name: 'profile', icon: 'user', title: 'frame.profile' },
  { name: 'security', icon: 'lock', title: 'security.title' },
] as const

export function UserMenu({ name }: { name: string | undefined }) {
  const shownName = name || t('frame.unknownUser')
  const currentView = useMemory(({ view }) => view)
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        <span className={styles.avatar} style={{ width: 30, height: 30 }} aria-hidden="true">
          {initials(shownName)}
        </span>
        <span className="unseen">{t('frame.menu', { name: shownName })}</span>
      </button>
      <div id={id} popover="auto" className={`menu ${styles.menu}`}>
        <p className={`quiet ${styles.name}`}>{shownName}</p>
        <LanguageMenu />
        {views.map(({ name: view, icon, title }) => (
          <button
            key={view}
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-current={view === currentView ? 'page' : undefined}
            onClick={() => open(view)}
          >
            <Icon name={icon} />
            {t(title)}
          </button>
        ))}
        <button type="button" popoverTarget={id} popoverTargetAction="hide" onClick={leave}>
          <Icon name="logout" />
          {t('frame.logout')}
        </button>
      </div>
    </>
  )
}

function open(view: 'profile' | 'security'): void {
  remember({ view })
  goAfter(navigationDelayMs, paths[view])
}

/** Logs out in this browser, even if the call fails. The call only revokes the token (decisions.md section 1). */
function leave(): void {
  logOut()
  setTimeout(() => {
    clearSession()
    go(paths.home)
  }, navigationDelayMs)
}
