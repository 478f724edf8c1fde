import * as fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Pointer, Value } from 'typebox/value'
import { expect, test } from 'vitest'

import { calls, type CallName } from './calls.ts'
import { answerExamples, requestFields } from './examples.ts'
import { shapes } from './shapes.ts'

const now = new Date('2027-03-10T06:30:00.000Z')
const { otpDetails } = answerExamples.resetPassword

const examples = Object.fromEntries(
  (Object.keys(calls) as CallName[]).map(name => {
    const envelope = calls[name].method === 'POST' ? { header: {}, device: {} } : {}
    return [name, { request: { ...envelope, ...requestFields(name, { now }) }, answer: answerExamples[name] }]
  }),
) as Record<CallName, { request: object; answer: object }>
examples.checkUser.answer = { otpRequired: true, otpDetails }

const dispensableFields: Partial<Record<`${CallName} ${'request' | 'answer'}`, string[]>> = {
  'checkUser answer': ['/otpDetails/mark'],
  'resetPassword answer': ['/otpDetails/mark'],
  'sendPasskeyOtp answer': ['/otpDetails/mark'],
  'login request': ['/otpDetails'],
  'listOrders request': ['/from', '/to'],
  'startPasskey request': ['/otpDetails'],
}

const shapesOfCalls = (Object.keys(examples) as CallName[]).flatMap(name =>
  (['request', 'answer'] as const).map(kind => {
    const accepts = (value: unknown) => Value.Check(shapes[name][kind] as TSchema, value)
    return { name: `${name} ${kind}` as const, example: examples[name][kind], accepts }
  }),
)

test('each request and answer may have fields that nobody knows, and is an object', () => {
  const wrong = shapesOfCalls.filter(
    ({ example, accepts }) => !accepts(example) || !accepts({ ...example, other: 1 }) || accepts(null),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('each has every field that is not optional, and takes true for a boolean field alone', () => {
  for (const { name, example, accepts } of shapesOfCalls) {
    const fields = fieldsOf(example)
    const dispensable = (field: string) => accepts(Pointer.Delete(structuredClone(example), field))
    expect([name, ...fields.filter(dispensable)]).toEqual([name, ...(dispensableFields[name] ?? [])])
    const takesTrue = (field: string) => accepts(Pointer.Set(structuredClone(example), field, true))
    const isBoolean = (field: string) => typeof Pointer.Get(example, field) === 'boolean'
    expect([name, ...fields.filter(takesTrue)]).toEqual([name, ...fields.filter(isBoolean)])
  }
})

type Field = [call: CallName, field: string]
type Text = [...Field, shortest: number, longest: number]

/** A few, since docs/openapi.json, which a test compares with the shapes, has the lengths and patterns of all. */
const lines: Text[] = [
  ['findOrders', '/query', 0, 64],
  ['checkReference', '/dbsRefCode', 1, 64],
  ['submitOrder', '/biometricDeviceInfo/deviceid', 0, 128],
]
/** A field that its sender may wrap. */
const wrapped: Text = ['submitOrder', '/biometricDeviceInfo/Hmac', 1, 256]
const mobiles: Field[] = [
  ['checkUser', '/username'],
  ['getStatistics', '/id'],
  ['checkReference', '/mobile'],
  ['submitOrder', '/roid'],
  ['submitOrder', '/biometricDeviceInfo/roid'],
]

test('a text has its shortest and its longest length, and base64 may be wrapped', () => {
  for (const [call, field, shortest, longest] of [...lines, wrapped]) {
    const takes = (length: number) => takesRequest(call, field, 'x'.repeat(length))
    const taken = [0, shortest, longest, longest + 1].map(takes)
    expect([call, field, ...taken]).toEqual([call, field, shortest === 0, true, true, false])
  }
  const [call, field] = wrapped
  expect(takesRequest(call, field, 'a\r\nb')).toBe(true)
})

test('a line of text has no control character and no lone surrogate', () => {
  const clean = fc.string({ unit: 'binary', maxLength: 3 }).filter(text => !/\p{Cc}/u.test(text))
  const forbidden = fc
    .oneof(
      fc.integer({ min: 0, max: 0x1f }),
      fc.integer({ min: 0x7f, max: 0x9f }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
    )
    .map(code => String.fromCharCode(code))
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      clean,
      forbidden,
      clean,
      ([call, field], head, character, tail) => {
        expect(takesRequest(call, field, `x${head}${tail}`)).toBe(true)
        expect(takesRequest(call, field, `x${head}${character}${tail}`)).toBe(false)
      },
    ),
  )
})

test('a field for a mobile number takes one alone', () => {
  const takers = mobiles.filter(([call, field]) => takesRequest(call, field, '9876543210'))
  expect(takers).toEqual(mobiles)
  for (const wrong of ['900000000', '90000000011', '900000000x', '', 9_000_000_001])
    expect(mobiles.filter(([call, field]) => takesRequest(call, field, wrong))).toEqual([])
})

function takesRequest(call: CallName, field: string, value: unknown): boolean {
  const request = structuredClone(examples[call].request)
  return Value.Check(shapes[call].request as TSchema, Pointer.Set(request, field, value))
}

/** Returns the pointer of every field in objects, also in objects within arrays. */
function fieldsOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = `${pointer}/${name}`
    return [...(Array.isArray(value) ? [] : [field]), ...fieldsOf(inner, field)]
  })
}
