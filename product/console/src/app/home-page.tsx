import { Card } from '../parts/card.tsx'
import { Link } from '../parts/link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Sign } from '../parts/sign.tsx'
import { useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import styles from './home-page.module.css'
import { usePages } from './use-pages.ts'

export function HomePage() {
  const count = useSession(({ counters }) => counters.proposals)
  const pages = usePages().filter(({ inNavigation }) => inNavigation.group !== '')
  return (
    <>
      <PageHead title={t('home.title')} below={t('home.greeting')} />
      <div className={styles.two}>
        <Card title={t('home.needs')}>
          {count === 0 ? (
            <p className={styles.nothing}>{t('home.nothing')}</p>
          ) : (
            <Link className={styles.entry} to="/proposals">
              <Sign name="proposals" />
              {count === 1 ? t('home.one') : t('home.many', { count })}
            </Link>
          )}
        </Card>
        <Card title={t('home.pages')}>
          <ul>
            {pages.map(({ paths: [to], inNavigation: { sign, title } }) => (
              <li key={to}>
                <Link className={styles.entry} to={to}>
                  <Sign name={sign} />
                  {t(title)}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}
