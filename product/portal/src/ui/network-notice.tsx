import { useServerWatch } from '../api/probe-server.ts'
import { t } from '../texts/t.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'

export function NetworkNotice() {
  if (useServerWatch()) return null
  return (
    <Alert tone="warning">
      <p>
        <strong>{t(navigator.onLine ? 'network.serverAway' : 'network.gone')}</strong> {t('network.works')}
      </p>
    </Alert>
  )
}
