import { beforeEach, expect, test } from 'vitest'

import { networksOfAddress } from '../../http/caller.ts'
import { DatabaseAway, DatabaseBusy } from '../database-away.ts'
import { defaultPolicy } from '../policy.ts'
import { Overloaded } from '../call-errors.ts'
import { createPublicCallSlots } from './public-call-slots.ts'

let slots: ReturnType<typeof createPublicCallSlots>
beforeEach(() => void (slots = createPublicCallSlots(defaultPolicy, { inAll: 300 })))

type Call = { mobile: string; address: string; device?: string }
const phone = (n: number) => String(9_350_000_000 + n)

const originAt = (address: string, device?: string) => ({
  address,
  ...networksOfAddress(address),
  device,
  userAgent: { browser: '', os: '' },
  requestId: undefined,
  traceId: undefined,
})

/** Begins calls that stay in work. @returns for each call whether it was let in, and a function that ends one call */
async function begin(calls: Call[]): Promise<{ isIn: boolean[]; end: () => Promise<void> }> {
  const ends: (() => void)[] = []
  const works: Promise<unknown>[] = []
  const isIn: boolean[] = []
  for (const { mobile, address, device } of calls) {
    const origin = originAt(address, device)
    const before = ends.length
    const work = slots.run({ mobile, origin }, () => new Promise<void>(resolve => ends.push(resolve)))
    works.push(work.catch(() => {}))
    isIn.push(ends.length > before)
  }
  const end = async () => {
    ends.shift()?.()
    await Promise.race(works)
  }
  return { isIn, end }
}

const times = (count: number, make: (n: number) => Call) => Array.from({ length: count }, (_, n) => make(n))
const letIn = ({ isIn }: { isIn: boolean[] }) => isIn.filter(Boolean).length

test.each<[what: string, most: number, calls: Call[]]>([
  ['a phone, from many addresses', 2, times(9, n => ({ mobile: phone(1), address: `203.0.${n}.1` }))],
  ['an address', 16, times(99, n => ({ mobile: phone(n), address: '203.0.113.1' }))],
  ['a /24', 80, times(200, n => ({ mobile: phone(n), address: `203.0.113.${n}` }))],
  ['an IPv6 /64', 16, times(99, n => ({ mobile: phone(n), address: `2001:db8::${n.toString(16)}` }))],
  ['an IPv6 /48', 80, times(200, n => ({ mobile: phone(n), address: `2001:db8:0:${n.toString(16)}::1` }))],
  ['many networks', 200, times(200, n => ({ mobile: phone(n), address: `203.0.${n}.1` }))],
  ['all strangers', 300, times(400, n => ({ mobile: phone(n), address: `${n % 200}.0.${n}.1` }))],
  ['a known device', 2, times(9, () => ({ mobile: phone(1), address: '203.0.113.1', device: 'one' }))],
])('[rule 22] %s: at most %i calls are in work', async (_what, most, calls) => {
  expect(letIn(await begin(calls))).toBe(most)
})

test('[rule 12] a known device is let in whatever strangers do for its phone and behind its address', async () => {
  const address = '203.0.113.1'
  await begin(times(99, n => ({ mobile: phone(n % 50), address })))
  expect(letIn(await begin([{ mobile: phone(1), address }]))).toBe(0)
  expect(letIn(await begin([{ mobile: phone(1), address, device: 'one' }]))).toBe(1)
})

test('a call that ends, well or not, leaves its slots to the next', async () => {
  const call = { mobile: phone(1), address: '203.0.113.1' }
  const { end } = await begin([call, call])
  expect(letIn(await begin([call]))).toBe(0)
  await end()
  expect(letIn(await begin([call]))).toBe(1)

  slots = createPublicCallSlots(defaultPolicy, { inAll: 300 })
  const origin = originAt('::1')
  const fail = (error: Error) =>
    slots.run({ mobile: phone(2), origin }, async () => {
      throw error
    })
  for (let fault = 0; fault < 5; fault += 1)
    await expect(fail(new DatabaseAway('x'))).rejects.toThrow(DatabaseAway)
  for (const busy of [new DatabaseBusy('x'), new Overloaded('busy', 1)])
    await expect(fail(busy)).rejects.toMatchObject({ code: 'too_many_at_once', retryAfterSeconds: 1 })
})
