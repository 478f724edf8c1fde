import { t } from '../texts/t.ts'
import { Spinner } from '@ekyc/ui/spinner.tsx'
import styles from './fallback-screen.module.css'

export function LoadingScreen() {
  return (
    <main className={styles.screen}>
      <output>
        <Spinner label={t('app.loading')} />
      </output>
    </main>
  )
}
