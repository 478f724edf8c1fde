import { referenceMaxLength } from '@ekyc/contract/limits'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { TextField } from '@ekyc/ui/field.tsx'
import styles from './do-kyc.module.css'
import frame from './kyc-page.module.css'
import { RefusedReference } from './refused-reference.tsx'
import type { DoKyc } from './do-kyc.ts'
import type { DoKycFlow } from './use-do-kyc.ts'

type ReferenceCardProps = {
  flow: DoKycFlow
  state: Extract<DoKyc, { step: 'reference' | 'checking' }>
}

export function ReferenceCard({ flow, state }: ReferenceCardProps) {
  const refusal = state.step === 'reference' ? state.refusal : undefined
  return (
    <Card className={`${frame.sheet} ${styles.reference}`}>
      <Form
        label={t('kyc.reference.title')}
        action={async fields => flow.check(fieldText(fields, 'reference'))}
      >
        <TextField
          name="reference"
          label={t('kyc.reference.label')}
          hint={t('kyc.reference.hint')}
          error={refusal?.shownAs === 'field' ? t('kyc.reference.empty') : undefined}
          defaultValue={state.reference}
          onInput={event => flow.keepTyped(event.currentTarget.value)}
          readOnly={state.step === 'checking'}
          maxLength={referenceMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          focusOnOpen
          data-next
        />
        <Button type="submit" busy={state.step === 'checking'} wide>
          {t('kyc.reference.check')}
        </Button>
      </Form>
      {refusal?.shownAs === 'dialog' && (
        <RefusedReference
          refusal={refusal}
          onClose={() => flow.dispatch({ type: 'refusalRead' })}
          onTryAgain={() => void flow.check(state.reference)}
        />
      )}
    </Card>
  )
}
