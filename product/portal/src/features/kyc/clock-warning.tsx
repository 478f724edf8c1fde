import { clockToleranceMs } from '@ekyc/contract/limits'

import { clockOffsetMs } from '@ekyc/ui/server-clock.ts'
import { clockError } from '../../scanner/clock-error.ts'
import { t } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'

/** Warns of a wrong local clock, on which device services fail with misleading errors (decisions.md section 4). */
export function ClockWarning() {
  const offset = Math.abs(clockOffsetMs())
  if (offset <= clockToleranceMs) return null
  return (
    <Alert tone="warning" title={t('kyc.clock.title')}>
      <p>{t('kyc.clock.words', { away: clockError(offset) })}</p>
    </Alert>
  )
}
