import { referenceMaxLength } from '@ekyc/contract/limits'

import { t } from '../../texts/en/kyc.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fieldText, Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './do-kyc.module.css'
import type { DoKycFlow } from './use-do-kyc.ts'

/** Step 1. Success locks the field; 'Different customer' starts over. */
export function ReferenceCard({ flow }: { flow: DoKycFlow }) {
  const { state } = flow
  const isLocked = state.step === 'fingerprint' || state.step === 'submitting'
  const reference = isLocked ? state.order.reference : state.reference
  const refusal = state.step === 'reference' ? state.refusal : undefined

  return (
    <Card>
      <Form
        label={t('kyc.reference.title')}
        action={async fields => flow.check(fieldText(fields, 'reference'))}
      >
        <TextField
          // The key remounts the field, whose default is then the order's reference.
          key={isLocked ? 'locked' : 'open'}
          name="reference"
          label={t('kyc.reference.label')}
          hint={isLocked ? undefined : t('kyc.reference.hint')}
          error={refusal?.shownAs === 'field' ? refusal.message : undefined}
          defaultValue={reference}
          onInput={event => flow.keepTyped(event.currentTarget.value)}
          readOnly={isLocked || state.step === 'checking'}
          maxLength={referenceMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          data-next={isLocked ? undefined : ''}
          after={isLocked ? <Icon name="lock" className={styles.lock} /> : undefined}
        />
        {isLocked ? (
          <div className={styles.accepted}>
            <p>
              <Icon name="tick" />
              {t('kyc.reference.accepted')}
            </p>
            {state.step === 'fingerprint' && (
              <Button look="link" onClick={flow.startOver}>
                {t('kyc.reference.startOver')}
              </Button>
            )}
          </div>
        ) : (
          <Button type="submit" busy={state.step === 'checking'} wide>
            {t('kyc.reference.check')}
          </Button>
        )}
      </Form>
      {refusal?.shownAs === 'dialog' && (
        <Dialog
          title={t('kyc.reference.failedTitle')}
          onClose={closeRefusal}
          actions={<Button onClick={closeRefusal}>{t('kyc.reference.ok')}</Button>}
        >
          <p>{refusal.message}</p>
        </Dialog>
      )}
    </Card>
  )

  function closeRefusal(): void {
    flow.dispatch({ type: 'refusalRead' })
  }
}
