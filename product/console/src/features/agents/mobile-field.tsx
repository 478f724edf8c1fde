import { mobilePattern } from '@ekyc/contract/rules'
import { mobileLength } from '@ekyc/contract/limits'
import { TextField } from '@ekyc/ui/text-field.tsx'

import { t } from '../../texts/t.ts'

export function MobileField({ label, name }: { label: string; name: string }) {
  return (
    <TextField
      label={label}
      name={name}
      prefix="+91"
      inputMode="numeric"
      autoComplete="off"
      required
      pattern={mobilePattern}
      maxLength={mobileLength}
      title={t('agents.tenDigits')}
      focusOnOpen
    />
  )
}
