import { keepForLogIn } from '../../session/for-log-in.ts'
import { go } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/controls/button.tsx'
import styles from './mobile-line.module.css'

export function MobileLine() {
  const phone = useSession(session => session.phone)
  return (
    <div className={styles.line}>
      <span className={styles.number}>+91 {phone}</span>
      <Button look="link" aria-label={t('password.editLabel')} onClick={edit}>
        {t('password.edit')}
      </Button>
    </div>
  )

  function edit(): void {
    keepForLogIn({ mobile: phone })
    go(paths.login)
  }
}
