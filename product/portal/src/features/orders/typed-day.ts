import { shownDay } from '@ekyc/ui/shown-time.ts'

/**
 * Reads a day that was typed as DD-MM-YYYY, or with other or no separators. With separators, the day and the month may
 * have one digit.
 * @returns the day as YYYY-MM-DD; '' for an empty text; undefined for any other text
 */
export function typedDay(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return ''
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(typed) ?? []
  const iso = shownDay([day.padStart(2, '0'), month.padStart(2, '0'), year].join('-'))
  const moment = new Date(`${iso}T00:00:00Z`)
  // Date would change the day 31-02 to 3 March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined
}
