import { startDevice, type Device } from '@ekyc/rd-simulator'
import { vendors } from '@ekyc/rd-simulator/registry'
import { answerOf, captureBody } from '@ekyc/rd-simulator/testing/device-client'
import { elementOf, textOf } from '@ekyc/rd-simulator/testing/xml-answer'
import { lastingTls } from '@ekyc/rd-simulator/testing/started-device'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Captured } from '../authority/testing/captured.ts'
import { testAgency, type TestAgency } from '../authority/testing/test-agency.ts'
import { attribute } from '../authority/xml.ts'
import { fingerNamed, personByReference } from '../people/people.ts'

let agency: TestAgency
let device: Device

beforeAll(async () => {
  agency = await testAgency()
  device = await startDevice({ keys: agency.keys, firstPort: 0, fingerNamed, tls: lastingTls })
}, 60_000)

afterAll(async () => {
  await device.close()
  await agency.close()
})

beforeEach(async () => {
  await device.control.reset()
  await device.control.put({ delayMs: 0 })
})

async function captured(opts: Record<string, string> = {}): Promise<Captured> {
  const xml = (await answerOf(device, 'CAPTURE', { body: captureBody(opts) })).body.toString()
  const info = elementOf(xml, 'DeviceInfo')
  const meta = ['rdsId', 'rdsVer', 'dpId', 'dc', 'mi', 'mc'].map(name => [
    name,
    info.getAttribute(name) ?? '',
  ])
  const bytes = (name: string) => Buffer.from(textOf(xml, name), 'base64')
  return {
    meta: { udc: 'test-host', ...Object.fromEntries(meta) },
    ci: elementOf(xml, 'Skey').getAttribute('ci') ?? '',
    skey: bytes('Skey'),
    hmac: bytes('Hmac'),
    data: bytes('Data'),
  }
}

async function verdictOn(reference: string): Promise<string> {
  const parts = await captured()
  const uid = personByReference(reference)?.idNumber ?? ''
  const { authRes, kycRes } = await agency.ask({ uid, captured: () => parts })
  if (!kycRes) throw new Error('The authority did not process the request')
  if (attribute(kycRes, 'ret') === 'y') return 'accepted'
  // A refusal of the e-KYC itself (K-…) says nothing about an authentication.
  return (authRes && attribute(authRes, 'err')) || attribute(kycRes, 'err')
}

test.each(vendors)('the authority finds the customer in a capture by %s, and nobody else', async vendor => {
  await device.control.put({ vendor })
  expect(await verdictOn('DBS10001')).toBe('accepted')
  expect(await verdictOn('DBS20001')).toBe('300')
  await device.control.put({ finger: 'DBS20001' })
  expect(await verdictOn('DBS10001')).toBe('300')
  expect(await verdictOn('DBS20001')).toBe('accepted')
})

test.each([
  ['wrong-wadh', 'K-547'],
  ['clock-skew', '562'],
  ['expired-certificate', '559'],
  ['tampered-hmac', '503'],
])('%s is found out: %s', async (scenario, code) => {
  await device.control.put({ scenario })
  expect(await verdictOn('DBS10001')).toBe(code)
})

test('a clock that is more than a day behind makes a capture expired', async () => {
  await device.control.put({ skewMs: -25 * 3_600_000 })
  expect(await verdictOn('DBS10001')).toBe('561')
})

test('a replayed capture is taken once', async () => {
  await device.control.put({ scenario: 'replay' })
  expect(await verdictOn('DBS10001')).toBe('accepted')
  expect(await verdictOn('DBS10001')).toBe('563')
})
