import { t } from '../texts/t.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function clockError(ms: number): string {
  const awayMs = Math.abs(ms)
  if (awayMs < 2 * hourMs) return t('scanner.clock.minutes', { count: Math.round(awayMs / minuteMs) })
  if (awayMs < 2 * dayMs) return t('scanner.clock.hours', { count: Math.round(awayMs / hourMs) })
  return t('scanner.clock.days', { count: Math.round(awayMs / dayMs) })
}
