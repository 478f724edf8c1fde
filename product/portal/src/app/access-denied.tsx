import { go } from '../session/navigation.ts'
import { paths } from '../session/paths.ts'
import { t } from '../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { FallbackScreen } from './fallback-screen.tsx'

/**
 * Shows the fallback screen with a dialog, if a signed-in agent lacks the privilege for a screen other than /dashboard
 * and /do-kyc.
 */
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
