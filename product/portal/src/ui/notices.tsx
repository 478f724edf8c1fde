import { Alert } from '@ekyc/ui/states/alert.tsx'

import { useBranding } from '../api/branding.ts'
import { useServerWatch } from '../api/probe-server.ts'
import { t } from '../texts/t.ts'

export function BankNotice() {
  const { notice } = useBranding()
  return notice ? <Alert tone="info">{notice}</Alert> : null
}

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
