import { referenceMaxLength } from '@ekyc/contract/limits'

import { useServerWatch } from '../../api/use-server-watch.ts'
import { setWaitingReference, useWaitingReference } from '../../session/waiting-reference.ts'
import { t } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { TextField } from '@ekyc/ui/text-field.tsx'
import styles from './offline-notice.module.css'

/** Keeps a typed reference in memory, for a check after the log-in. */
export function OfflineNotice() {
  const isReached = useServerWatch()
  const reference = useWaitingReference()
  if (isReached && reference === '') return null
  return (
    <Alert tone={isReached ? 'info' : 'warning'}>
      {isReached ? <p>{t('offline.back', { reference })}</p> : <Offline reference={reference} />}
    </Alert>
  )
}

function Offline({ reference }: { reference: string }) {
  const keep = (field: HTMLInputElement) => setWaitingReference(field.value.trim())
  return (
    <div className={styles.notice}>
      <p>
        <strong>{t(navigator.onLine ? 'network.serverAway' : 'network.gone')}</strong> {t('offline.works')}
      </p>
      <TextField
        label={t('offline.reference')}
        hint={t('offline.referenceHint')}
        defaultValue={reference}
        onInput={event => keep(event.currentTarget)}
        onBlur={event => keep(event.currentTarget)}
        maxLength={referenceMaxLength}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </div>
  )
}
