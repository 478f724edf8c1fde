import type { Passkey, SessionInUse } from '@ekyc/contract/shapes'
import { useId } from 'react'
import { Checkbox } from '@ekyc/ui/controls/form.tsx'
import { shownTime } from '@ekyc/ui/texts/shown.ts'

import { t } from '../../texts/t.ts'
import styles from './security.module.css'

const fieldName = 'keepPasskey'

/** At first no passkey is ticked, because an intruder may have added one. */
export function KeptPasskeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const id = useId()
  return (
    <fieldset className={styles.kept} aria-describedby={id}>
      <legend>{t('newPassword.keep')}</legend>
      <p id={id} className="quiet">
        {t('newPassword.keepWhy')}
      </p>
      {passkeys.map(passkey => (
        <Checkbox key={passkey.id} name={fieldName} value={passkey.id}>
          <span className={styles.row}>
            <DeviceFacts {...factsOfPasskey(passkey)} />
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

export function keptIn(fields: FormData): string[] {
  return fields.getAll(fieldName).filter(id => typeof id === 'string')
}

export type DeviceFactsProps = { id: string; name: string; facts: readonly string[]; isCurrent?: boolean }

export function DeviceFacts({ id, name, facts, isCurrent = false }: DeviceFactsProps) {
  return (
    <>
      <span className={`row-8 ${styles.name}`}>
        <strong>{name}</strong>
        {isCurrent && <span className={styles.mark}>{t('security.thisDevice')}</span>}
      </span>
      <span id={id} className={`quiet ${styles.times}`}>
        {facts.map(fact => (
          <span key={fact}>{fact} </span>
        ))}
      </span>
    </>
  )
}

export function factsOfPasskey({ id, name, createdOn, lastUsedOn }: Passkey): DeviceFactsProps {
  const lastUse =
    lastUsedOn === null ? t('passkey.neverUsed') : t('passkey.used', { time: shownTime(lastUsedOn) })
  return {
    id,
    name: name || t('security.unknown'),
    facts: [t('passkey.made', { time: shownTime(createdOn) }), lastUse],
  }
}

export function factsOfSession({
  id,
  isCurrent,
  openedOn,
  lastSeenOn,
  ...device
}: SessionInUse): DeviceFactsProps {
  // The portal sends the name 'Other' for an unknown browser (api/this-device.ts).
  const { os, browser } = { ...device, ...(device.browser === 'Other' && { browser: '' }) }
  return {
    id,
    isCurrent,
    name: browser && os ? t('security.device', { browser, os }) : browser || os || t('security.unknown'),
    facts: [
      t('security.begun', { time: shownTime(openedOn) }),
      t('security.seen', { time: shownTime(lastSeenOn) }),
    ],
  }
}
