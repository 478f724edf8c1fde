import { randomUUID } from 'node:crypto'

import { allTime, monthOf, type Period } from './calendar.ts'

/** The max UUID (RFC 9562, section 5.10), which sorts behind every other UUID. */
export const maxId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The nil UUID (RFC 9562, section 5.9), which sorts before every other UUID. */
export const nilId = '00000000-0000-0000-0000-000000000000'

const timeDigits = 'xxxxxxxx-xxxx'.length

/** Returns a new UUID of version 7 (RFC 9562). It starts with the time, so that new rows are neighbours in an index. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // A UUID of version 4 has its random bits and its variant at the same positions.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice('xxxxxxxx-xxxx-4'.length)}`
}

/** Returns the text that sorts before every id of the given time, and after every id of an earlier time. */
export function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${nilId.slice(timeDigits)}`
}

export function momentOfId(id: string): Date | undefined {
  if (id[timeDigits + 1] !== '7') return undefined
  return new Date(Number.parseInt(id.slice(0, timeDigits).replace('-', ''), 16))
}

/** Returns the month in which this server made the id, or undefined for any other text. */
export function monthOfId(id: string): Period | undefined {
  const madeOn = isUuid(id) ? momentOfId(id) : undefined
  return madeOn && madeOn < allTime.before ? monthOf(madeOn) : undefined
}

/** Tells whether an id has the usual form of a UUID. PostgreSQL reports an error for a text that is no UUID. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id)
}
