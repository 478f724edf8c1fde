import { go, paths } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink, Link, ScreenTitle } from '../../ui/screen.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Email } from '@ekyc/ui/controls/link.tsx'
import styles from './profile-page.module.css'

export function ProfilePage() {
  const user = useSession(session => session.profileInfo)
  const location = [user?.address.addressLine1, user?.address.addressLine2].filter(Boolean).join(', ')
  const facts = [
    { label: t('profile.name'), value: user?.name },
    { label: t('profile.mobile'), value: user && `+91 ${user.mobile}` },
    { label: t('profile.email'), value: user?.email && <Email address={user.email} /> },
    { label: t('profile.location'), value: location },
  ]
  return (
    <>
      <BackLink />
      <ScreenTitle>{t('profile.title')}</ScreenTitle>
      <Card narrow>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || t('profile.unknown')}</dd>
            </div>
          ))}
        </dl>
        <Button className={styles.change} onClick={() => go(paths.changePassword)}>
          {t('profile.changePassword')}
        </Button>
        <p>{t('profile.changeSends')}</p>
        <Link to={paths.security} className={styles.change}>
          {t('security.title')}
        </Link>
      </Card>
    </>
  )
}
