import { indiaDate } from '@ekyc/contract/india-time'

import { serverNow } from './server-clock.ts'

export function saveCsv(parts: string[], name: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${indiaDate(serverNow())}.csv`
  link.click()
  // After this time the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
