import { afterEach, expect, test } from 'vitest'

import { vendors } from './registry.ts'
import { answerOf, call, captureBody, exchange, requestText, serviceOf } from './testing/device-client.ts'
import { elementOf, rootOf } from './testing/xml-answer.ts'
import { startedDevice } from './testing/started-device.ts'

// rd-client's sandbox-device.test.ts shows what a client sees of each scenario, and the sandbox's verdict.test.ts shows
// the authority's verdict on it.
const { device, waits } = await startedDevice()

afterEach(async () => {
  await device.control.reset()
  await device.control.put({ delayMs: 0 })
  waits.length = 0
})

const captureXml = async () => (await answerOf(device, 'CAPTURE', { body: captureBody() })).body.toString()
const discoveryXml = async () => (await answerOf(device, 'RDSERVICE')).body.toString()
const status = async () => elementOf(await discoveryXml(), 'RDService').getAttribute('status')

test('each verb, and the question before it, can be slow on its own', async () => {
  await device.control.put({ slow: { OPTIONS: 120, DEVICEINFO: 250 } })
  await exchange(
    serviceOf(device),
    requestText('OPTIONS', '/', '', ['Access-Control-Request-Method: CAPTURE']),
  )
  await answerOf(device, 'DEVICEINFO')
  await discoveryXml()
  expect(waits).toEqual([120, 250, 0])
})

test('a fault on the wire hits the verbs that verbs names', async () => {
  await device.control.put({ scenario: 'silent-drop', verbs: ['DEVICEINFO'] })
  expect(await status()).toBe('READY')
  expect(await call(device, 'DEVICEINFO')).toBe('silence')
})

test.each(vendors)('faults are written in the own way of %s', async vendor => {
  await device.control.put({ vendor, scenario: 'two-resp' })
  const twice = [...rootOf(await captureXml()).getElementsByTagNameNS('*', 'Resp')]
  expect(twice.map(each => each.getAttribute('errCode'))).toEqual(['730', '0'])
  await device.control.put({ scenario: 'doctype' })
  expect(await captureXml()).toMatch(/<!DOCTYPE PidData \[.*<(rd:)?PidData.*note=["']&e8;["'] errCode/s)
})
