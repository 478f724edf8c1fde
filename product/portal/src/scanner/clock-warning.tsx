import { clockToleranceMs } from '@ekyc/contract/limits'
import { clockOffsetMs } from '@ekyc/ui/browser/server-clock.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { t } from '../texts/t.ts'

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

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function clockError(ms: number): string {
  const awayMs = Math.abs(ms)
  if (awayMs < 2 * hourMs) return t('scanner.clock.minutes', { count: Math.round(awayMs / minuteMs) })
  if (awayMs < 2 * dayMs) return t('scanner.clock.hours', { count: Math.round(awayMs / hourMs) })
  return t('scanner.clock.days', { count: Math.round(awayMs / dayMs) })
}
