import { t } from '../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import styles from './fallback-screen.module.css'

/** Shows the error boundary's screen (product.md section 8). A reload also gets chunks that a new release renamed. */
export function UnexpectedError() {
  return (
    <main className={styles.screen}>
      <div role="alert">
        <h1>{t('app.error.title')}</h1>
        <p className={styles.quiet}>{t('app.error.text')}</p>
      </div>
      <Button onClick={() => window.location.reload()}>{t('app.error.reload')}</Button>
    </main>
  )
}
