import { Button } from '../parts/button.tsx'
import { t } from '../texts/t.ts'

/** Asks for a reload, which also loads a new release of the console. */
export function PageFailed() {
  return (
    <div role="alert">
      <h1>{t('error.title')}</h1>
      <p>{t('error.text')}</p>
      <Button onClick={() => location.reload()}>{t('frame.reload')}</Button>
    </div>
  )
}
