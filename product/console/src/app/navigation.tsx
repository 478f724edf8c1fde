import { BankBrand } from '../parts/bank-brand.tsx'
import { Link } from '../parts/link.tsx'
import { Sign } from '../parts/sign.tsx'
import { useAddress } from '../session/address.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import styles from './navigation.module.css'
import { usePages } from './use-pages.ts'

const groups = ['', 'work', 'watch', 'setUp'] as const

export function Navigation() {
  const { path } = useAddress()
  const counters = useSession(session => session.counters)
  const pages = usePages()
  // The first part of the path names the section, so the page of one agent belongs to the section of agents.
  const section = `/${path.split('/')[1]}`
  return (
    <nav className={styles.navigation} aria-label={t('frame.navigation')}>
      <div className={styles.brand}>
        <BankBrand />
      </div>
      {groups.map(group => {
        const own = pages.filter(({ inNavigation }) => inNavigation.group === group)
        if (own.length === 0) return null
        return (
          <div key={group}>
            {group && <h2>{t(`group.${group}`)}</h2>}
            <ul>
              {own.map(page => {
                const { sign, title, counter } = page.inNavigation
                const count = counter ? counters[counter] : 0
                return (
                  <li key={title}>
                    <Link to={page.paths[0]} aria-current={page.paths[0] === section ? 'page' : undefined}>
                      <Sign name={sign} />
                      {t(title)}
                      {count > 0 && (
                        <span className={styles.count} aria-label={t('frame.waiting', { count })}>
                          {count}
                        </span>
                      )}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
