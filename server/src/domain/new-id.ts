import { randomUUID } from 'node:crypto'

/** A UUID of version 7 (RFC 9562): its head is the time, so that new rows land side by side in an index. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // What is random in one of version 4 stands in the same places, and the variant too.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice('xxxxxxxx-xxxx-4'.length)}`
}
