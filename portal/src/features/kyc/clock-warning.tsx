import { clockToleranceMs } from '@ekyc/contract/limits'

import { clockOffsetMs } from '../../api/server-clock.ts'
import { t } from '../../texts/en/kyc.ts'
import { Alert } from '../../ui/alert.tsx'

/** The device service fails on a wrong clock (decisions.md section 4), and says something else. */
export function ClockWarning() {
  const offset = Math.abs(clockOffsetMs())
  if (offset <= clockToleranceMs) return null
  return (
    <Alert tone="warning" title={t('kyc.clock.title')}>
      <p>{t('kyc.clock.words', { minutes: Math.round(offset / 60_000) })}</p>
    </Alert>
  )
}
