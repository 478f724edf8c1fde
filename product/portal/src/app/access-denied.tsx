import { go } from '../session/navigation.ts'
import { paths } from '../session/paths.ts'
import { t } from '../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { FallbackScreen } from './fallback-screen.tsx'

export function AccessDenied() {
  return (
    <>
      <FallbackScreen />
      <Dialog
        title={t('denied.title')}
        onClose={leave}
        actions={<Button onClick={leave}>{t('denied.ok')}</Button>}
      >
        <p>{t('denied.text')}</p>
      </Dialog>
    </>
  )
}

function leave(): void {
  go(paths.dashboard)
}
