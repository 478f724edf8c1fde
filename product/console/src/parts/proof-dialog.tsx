import { Dialog } from '@ekyc/ui/dialog.tsx'

import { useProof } from '../session/prove.ts'
import { t } from '../texts/t.ts'
import { Button } from './button.tsx'

/** Asks for a proof of who acts. A button opens the provider's window, because browsers block unasked pop-ups. */
export function ProofDialog() {
  const { atProvider } = useProof()
  if (!atProvider) return null
  const { address, giveUp } = atProvider
  return (
    <Dialog
      title={t('proof.title')}
      onClose={giveUp}
      actions={
        <>
          <Button onClick={() => window.open(address, '_blank', 'popup,width=520,height=680,noopener')}>
            {t('proof.open')}
          </Button>
          <Button look="quiet" onClick={giveUp}>
            {t('act.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('proof.text')}</p>
      <output>{t('proof.waiting')}</output>
    </Dialog>
  )
}
