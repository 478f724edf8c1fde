import { indiaMonth } from '@ekyc/contract/india-time'
import { languageTag, useLanguage } from '@ekyc/ui/texts/language.ts'
import type { MonthStatistics } from '@ekyc/contract/shapes'

import { ownMonthNames } from '../../texts/own-month-names.ts'

export const series = ['KYC_SUCCESS', 'KYC_FAILURE', 'LOGIN'] as const

/** The server leaves out months without activity, but the graph shows every month. */
export function lastMonths(
  count: number,
  now: Date,
  statistics: readonly MonthStatistics[],
): MonthStatistics[] {
  const [year = 0, month = 0] = indiaMonth(now).split('-').map(Number)
  const first = year * 12 + month - count
  return Array.from({ length: count }, (_, index) => {
    const at = first + index
    const aggregateOn = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return (
      statistics.find(known => known.aggregateOn === aggregateOn) ?? {
        aggregateOn,
        data: { KYC_SUCCESS: 0, KYC_FAILURE: 0, LOGIN: 0 },
      }
    )
  })
}

export function totals(months: readonly MonthStatistics[]): MonthStatistics['data'] {
  const sum = (name: (typeof series)[number]) =>
    months.reduce((before, month) => before + month.data[name], 0)
  return { KYC_SUCCESS: sum('KYC_SUCCESS'), KYC_FAILURE: sum('KYC_FAILURE'), LOGIN: sum('LOGIN') }
}

/** The share in percent, rounded down, so that 100 means no failures. */
export function successShare(success: number, failure: number): number | undefined {
  const total = success + failure
  return total === 0 ? undefined : Math.floor((success * 100) / total)
}

/** Formats '2026-11' as 'N', 'Nov' or 'November 2026', in the page's language. */
export function monthName(month: string, length: 'narrow' | 'short' | 'long'): string {
  const middle = new Date(`${month}-15T00:00:00Z`)
  if (Number.isNaN(middle.getTime())) return month
  const ownNames = ownMonthNames[useLanguage.getState().language]?.[length]?.split(' ')
  const ownName = ownNames?.[middle.getUTCMonth()]
  if (ownName !== undefined) return length === 'long' ? `${ownName} ${middle.getUTCFullYear()}` : ownName
  return new Intl.DateTimeFormat(languageTag(), {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(middle)
}
