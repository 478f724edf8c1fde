import { clockToleranceMs } from '@ekyc/contract/limits'

import { clockOffsetMs } from '@ekyc/ui/server-clock.ts'
import { clockError } from './clock-error.ts'
import { t } from '../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'

/** Warns of this computer's wrong clock, which makes device services fail misleadingly (decisions.md section 4). */
export function ClockWarning() {
  const offset = Math.abs(clockOffsetMs())
  if (offset <= clockToleranceMs) return null
  return (
    <Alert tone="warning" title={t('kyc.clock.title')}>
      <p>{t('kyc.clock.words', { away: clockError(offset) })}</p>
    </Alert>
  )
}
