import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { ConsoleRefused } from './refusals.ts'

const id = Type.String({ format: 'uuid' })
const word = Type.String({ pattern: String.raw`^[^\u0000]*$` })
/** PostgreSQL and JavaScript both read this text, which may have PostgreSQL's microseconds. */
const moment = Type.String({
  format: 'date-time',
  pattern: String.raw`^[1-9]\d{3}-.*:[0-5]\d\.\d{3,6}Z$`,
})
const day = Type.Union([
  Type.Literal('-infinity'),
  Type.String({ format: 'date', pattern: String.raw`^[1-9]\d{3}-` }),
])

const alone = { additionalProperties: false }

/** A place in a list has the keys by which the list is sorted, and the row's id. */
export const placeShapes = {
  agents: Type.Object({ key: word, second: word, id }, alone),
  agentsByLastOrder: Type.Object({ key: day, second: word, id }, alone),
  audit: Type.Object({ happenedOn: moment, id }, alone),
  /** An order's id begins with its time, which here is before the year 2500. */
  orders: Type.Object({ beforeId: Type.String({ format: 'uuid', pattern: '^0' }) }, alone),
  staff: Type.Object({ name: word, id }, alone),
  units: Type.Object({ on: moment, unit: Type.String({ pattern: '^[0-9a-f]{32}$' }) }, alone),
}

export const defaultPageSize = 50

/** @param read one row more than the page has, if more follow */
export function splitPage<Row>(read: Row[], limit: number) {
  const rows = read.slice(0, limit)
  const isMore = read.length > limit
  return { rows, isMore, last: isMore ? rows.at(-1) : undefined }
}

/** The name of an erased agent is null. */
export function withAgent<Row extends { agentId: string; agentName: string | null }>(row: Row) {
  return { ...row, agent: { id: row.agentId, name: row.agentName } }
}

export function encodePlace(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

export function decodePlace<Shape extends TSchema>(
  shape: Shape,
  after: string | undefined,
): Static<Shape> | undefined {
  if (after === undefined) return undefined
  const place = parsed(Buffer.from(after, 'base64url').toString())
  if (Value.Check(shape, place)) return place
  throw new ConsoleRefused('bad_input', { fields: ['after'] })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
