import { indiaDate } from '@ekyc/contract/india-time'

import { serverNow } from './server-clock.ts'

export function saveFile(
  parts: string[],
  { name, ending, type }: Record<'name' | 'ending' | 'type', string>,
): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${indiaDate(serverNow())}.${ending}`
  link.click()
  // After this time the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
