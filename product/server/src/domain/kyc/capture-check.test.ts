import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'
import { describe, expect, test } from 'vitest'

import { deviceCertificate } from '../../../testing/outside/device-certificate.ts'
import { knownKeyId, testCapture } from '../../../testing/outside/test-capture.ts'
import { checkCapture, type CaptureRules, type RegisteredDeviceModel } from './capture-check.ts'
import { defaultPolicy } from '../policy.ts'

const now = new Date('2027-03-10T06:30:00.000Z')
const after = (seconds: number, from = now) => new Date(from.getTime() + seconds * 1_000)
const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')

/** Checks a capture of this moment, for an order that was opened a minute ago. */
function check(
  differs: Partial<BiometricDeviceInfo> = {},
  on: { rules?: Partial<CaptureRules>; openedOn?: Date; now?: Date; capturedOn?: Date } = {},
) {
  const { rules, capturedOn = now, ...times } = on
  return checkCapture(testCapture(capturedOn, '9000000001', differs), {
    rules: { keyIds: ['20270101', knownKeyId], devices: undefined, level1Only: false, ...rules },
    openedOn: after(-60),
    now,
    policy: defaultPolicy,
    ...times,
  })
}

test('a capture is handed on without white space, with its time and its device', () => {
  const info = testCapture(now, '9000000001')
  const spaced = (text: string) => ` ${text.replaceAll(/(.{20})/g, '$1\r\n\t')}\n`
  const { capture } = check({
    ...info,
    Hmac: spaced(info.Hmac),
    skey: { ...info.skey, value: spaced(info.skey.value) },
    data: { ...info.data, value: spaced(info.data.value) },
    meta: { ...info.meta, mc: spaced(info.meta.mc) },
  })
  expect(capture).toEqual({
    pidTimestamp: '2027-03-10T12:00:00',
    skey: info.skey,
    hmac: info.Hmac,
    data: info.data.value,
    device: { ...info.meta, mc: spaced(info.meta.mc) },
  })
})

test.each<[string, (info: BiometricDeviceInfo) => Partial<BiometricDeviceInfo>]>([
  ['a session key of 257 bytes', ({ skey }) => ({ skey: { ...skey, value: base64(257) } })],
  ['a session key that is no base64', ({ skey }) => ({ skey: { ...skey, value: '!' } })],
  ['an Hmac of 49 bytes', () => ({ Hmac: base64(49) })],
  ['an Hmac that is no base64', () => ({ Hmac: '!' })],
  ['Data of nothing', ({ data }) => ({ data: { ...data, value: '' } })],
  ['Data that is no base64', ({ data }) => ({ data: { ...data, value: `${data.value}!` } })],
  ['Data of another type', ({ data }) => ({ data: { ...data, type: '' } })],
  ['a device that is not registered', () => ({ tid: '' })],
  ['a certificate that is no base64', ({ meta }) => ({ meta: { ...meta, mc: '!' } })],
  ['a certificate that is none', ({ meta }) => ({ meta: { ...meta, mc: base64(64) } })],
  ['no certificate', ({ meta }) => ({ meta: { ...meta, mc: '' } })],
])('a capture with %s is malformed', (_what, differs) => {
  expect(() => check(differs(testCapture(now, '9000000001')))).toThrow(refused('capture_malformed'))
})

test('only a key of the authority that is in force is accepted', () => {
  expect(() => check({}, { rules: { keyIds: ['20270101'] } })).toThrow(refused('capture_key_unknown'))
  expect(() => check({}, { rules: { keyIds: [knownKeyId] } })).not.toThrow()
})

test("the device's certificate is valid from its first second to its last", () => {
  const [first, last] = [new Date('2026-01-01T00:00:00Z'), new Date('2081-08-24T02:50:55Z')]
  const at = (moment: Date) => () => check({}, { now: moment, openedOn: moment, capturedOn: moment })
  expect(at(first)).not.toThrow()
  expect(at(last)).not.toThrow()
  expect(at(after(-1, first))).toThrow(refused('device_certificate_expired'))
  expect(at(after(1, last))).toThrow(refused('device_certificate_expired'))
})

test.each([
  ['begins', '260101000000Z', '269901000000Z'],
  ['ends', '20810824025055Z', '20819924025055Z'],
])('a certificate of which nobody can read when it %s has expired', (_what, readable, odd) => {
  const der = Buffer.from(deviceCertificate, 'base64')
  der.write(odd, der.indexOf(readable), 'latin1')
  const { meta } = testCapture(now, '9000000001')
  const unreadable = { meta: { ...meta, mc: der.toString('base64') } }
  expect(() => check(unreadable)).toThrow(refused('device_certificate_expired'))
})

describe("the bank's registry of devices", () => {
  const listed: RegisteredDeviceModel = { dpId: 'TEST.DP', rdsId: 'TEST.WIN.001', mi: 'TEST100', level: 'L1' }
  const software: RegisteredDeviceModel = { ...listed, level: 'L0' }
  const refusal = refused('device_not_allowed')

  test('allows the devices that it lists', () => {
    expect(() => check({}, { rules: { devices: [{ ...listed, mi: 'OTHER' }, listed] } })).not.toThrow()
    expect(() => check({}, { rules: { devices: [software] } })).not.toThrow()
  })

  test('refuses a device of which provider, service or model is not listed', () => {
    expect(() => check({}, { rules: { devices: [] } })).toThrow(refusal)
    for (const field of ['dpId', 'rdsId', 'mi'] as const)
      expect(() => check({}, { rules: { devices: [{ ...listed, [field]: 'OTHER' }] } })).toThrow(refusal)
  })

  test('tells the bank each device that it lacks by names, and never by what looks like a number of a person', () => {
    const told: object[] = []
    const rules = { devices: [], onUnlisted: (device: object) => told.push(device) }
    expect(() => check({}, { rules })).toThrow(refusal)
    const { meta } = testCapture(now, '9876543210')
    expect(() => check({ meta: { ...meta, mi: '012345678901' } }, { rules })).toThrow(refusal)
    expect(() => check({ meta: { ...meta, mi: '' } }, { rules })).toThrow(refusal)
    expect(told).toEqual([{ dpId: 'TEST.DP', rdsId: 'TEST.WIN.001', mi: 'TEST100' }])
  })

  test('refuses a device that does not encrypt in hardware, where the bank demands it', () => {
    expect(() => check({}, { rules: { devices: [software], level1Only: true } })).toThrow(refusal)
    expect(() => check({}, { rules: { level1Only: true } })).toThrow(refusal)
    expect(() => check({}, { rules: { devices: [listed], level1Only: true } })).not.toThrow()
  })
})

describe('the time of a capture', () => {
  const captured = (seconds: number, openedOn = after(-3_600)) => {
    const capturedOn = after(seconds)
    return () => check({}, { capturedOn, openedOn })
  }

  test('is at most ten minutes ago and two minutes ahead', () => {
    expect(captured(-600)).not.toThrow()
    expect(captured(-601)).toThrow(refused('capture_stale'))
    expect(captured(120)).not.toThrow()
    expect(captured(121)).toThrow(refused('capture_from_future'))
  })

  test('tells a clock that is slow from a scan that was sent late', () => {
    const openedOn = after(-300)
    expect(captured(-899, openedOn)).toThrow(refused('capture_stale'))
    expect(captured(-901, openedOn)).toThrow(refused('capture_clock_slow'))
    expect(captured(-86_400)).toThrow(refused('capture_clock_slow'))
    expect(captured(-86_400, after(3_600))).toThrow(refused('capture_clock_slow'))
  })

  test('is at most two minutes before the order, which was opened no later than now', () => {
    expect(captured(-180, after(-60))).not.toThrow()
    expect(captured(-181, after(-60))).toThrow(refused('capture_before_order'))
    expect(captured(-120, after(3_600))).not.toThrow()
    expect(captured(-121, after(3_600))).toThrow(refused('capture_before_order'))
  })

  test('is at the head of Data, and must be readable', () => {
    const { data } = testCapture(now, '9000000001')
    const bytes = Buffer.from(data.value, 'base64')
    bytes.write('2027-02-30T12:00:00', 'latin1')
    const odd = { ...data, value: bytes.toString('base64') }
    expect(() => check({ data: odd })).toThrow(refused('capture_malformed'))
  })
})

function refused(code: string): unknown {
  return expect.objectContaining({ name: 'Refused', code })
}
