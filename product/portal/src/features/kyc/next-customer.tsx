import { referenceMaxLength } from '@ekyc/contract/limits'
import { useState } from 'react'

import { serveNext } from '../../session/fresh-kyc.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { TextField } from '@ekyc/ui/field.tsx'
import styles from './result-actions.module.css'

type NextCustomerProps = {
  describedBy: string
  focusOnOpen: boolean
}

/** The button opens Do KYC even without a reference. */
export function NextCustomer({ describedBy, focusOnOpen }: NextCustomerProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <Form
      label={t('kyc.result.next-customer')}
      action={fields => {
        const reference = fieldText(fields, 'reference').trim()
        // Enter in an empty field must not leave the result: the agent may have pressed Enter twice at Proceed.
        if (reference === '') setEmpty(true)
        else serveNext(reference)
      }}
    >
      <div className={styles.next}>
        <TextField
          name="reference"
          label={t('kyc.reference.label')}
          error={isEmpty ? t('kyc.reference.empty') : undefined}
          onInput={() => setEmpty(false)}
          aria-describedby={describedBy}
          maxLength={referenceMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          focusOnOpen={focusOnOpen}
        />
        <Button
          onClick={event =>
            serveNext(fieldText(new FormData(event.currentTarget.form ?? undefined), 'reference').trim())
          }
        >
          {t('kyc.result.next-customer')}
        </Button>
      </div>
    </Form>
  )
}
