import type { Passkey } from '@ekyc/contract/shapes'
import { useId } from 'react'

import { t } from '../../texts/t.ts'
import { Checkbox } from '@ekyc/ui/checkbox.tsx'
import { DeviceFacts, factsOfPasskey } from './device-facts.tsx'
import styles from './security.module.css'

const name = 'keepPasskey'

/** At first no passkey is ticked, because an intruder may have added one. */
export function KeptPasskeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const id = useId()
  return (
    <fieldset className={styles.kept} aria-describedby={id}>
      <legend>{t('newPassword.keep')}</legend>
      <p id={id}>{t('newPassword.keepWhy')}</p>
      {passkeys.map(passkey => (
        <Checkbox key={passkey.id} name={name} value={passkey.id}>
          <span className={styles.row}>
            <DeviceFacts {...factsOfPasskey(passkey)} />
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

export function keptIn(fields: FormData): string[] {
  return fields.getAll(name).filter(id => typeof id === 'string')
}
