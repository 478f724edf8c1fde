import { branding } from '../../api/branding.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import type { ReferenceRefusal } from './do-kyc.ts'
import { FailureAdvice } from '../../scanner/failure-advice.tsx'
import { refusalAdvice, type RefusalName } from './refusal-advice.ts'

type RefusedReferenceProps = {
  refusal: Extract<ReferenceRefusal, { shownAs: 'dialog' }>
  onClose: () => void
  onTryAgain: () => void
}

export function RefusedReference({ refusal, onClose, onTryAgain }: RefusedReferenceProps) {
  const advice = refusalAdvice(refusal.refusal, {
    says: refusal.message(),
    version: branding().deviceServiceVersion,
  })
  const isUnchecked = unchecked.includes(refusal.refusal)
  return (
    <Dialog
      title={t(isUnchecked ? 'kyc.reference.uncheckedTitle' : 'kyc.reference.failedTitle')}
      onClose={onClose}
      actions={
        <>
          <Button look={isUnchecked ? 'quiet' : 'primary'} onClick={onClose}>
            {t('kyc.reference.ok')}
          </Button>
          {isUnchecked && <Button onClick={onTryAgain}>{t('kyc.reference.tryAgain')}</Button>}
        </>
      }
    >
      <FailureAdvice advice={advice} support={advice.support} />
    </Dialog>
  )
}

/** The refusals after which the reference may still be right, because the check gave no result. */
const unchecked: readonly RefusalName[] = ['offline', 'slow', 'busy', 'throttled', 'fault']
