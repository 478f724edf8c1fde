import { Button } from '../parts/button.tsx'
import { t } from '../texts/t.ts'

/** Stands in the place of a page that has failed. A reload also finds a new release. */
export function PageFailed() {
  return (
    <div role="alert">
      <h1>{t('error.title')}</h1>
      <p>{t('error.text')}</p>
      <Button onClick={() => location.reload()}>{t('frame.reload')}</Button>
    </div>
  )
}
