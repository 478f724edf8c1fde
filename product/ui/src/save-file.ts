import { serverNow } from './server-clock.ts'

/** Saves a text as a file. The file's name contains today's date. */
export function saveFile(
  parts: string[],
  { name, ending, type }: Record<'name' | 'ending' | 'type', string>,
): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${serverNow().toISOString().slice(0, 10)}.${ending}`
  link.click()
  // After this time the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
