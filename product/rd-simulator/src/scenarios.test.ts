import { afterEach, expect, test } from 'vitest'

import { vendors } from './registry.ts'
import { errorCodes } from './error-codes.ts'
import { scenarioNames, type ScenarioName, type Verb } from './scenarios.ts'
import { answerOf, call, captureBody, exchange, requestText, serviceOf } from './testing/device-client.ts'
import { certificateOf, elementOf, openPid, rootOf, textOf } from './testing/pid-data.ts'
import { startedDevice, testTime } from './testing/started-device.ts'

const { device, keys, waits } = await startedDevice()

afterEach(async () => {
  await device.control.reset()
  await device.control.put({ delayMs: 0 })
  waits.length = 0
})

const capture = (opts: Record<string, string> = {}) =>
  answerOf(device, 'CAPTURE', { body: captureBody(opts) })
const captureXml = async (opts: Record<string, string> = {}) => (await capture(opts)).body.toString()
const discoveryXml = async () => (await answerOf(device, 'RDSERVICE')).body.toString()
const resp = (xml: string, attribute: string) => elementOf(xml, 'Resp').getAttribute(attribute)
const status = async () => elementOf(await discoveryXml(), 'RDService').getAttribute('status')
const ended = (verb: Verb) => call(device, verb, { body: captureBody() })

async function preflightFor(verb: Verb): Promise<ReadonlyMap<string, string>> {
  const asked = requestText('OPTIONS', '/', '', [`Access-Control-Request-Method: ${verb}`])
  const answer = await exchange(serviceOf(device), asked)
  if (typeof answer === 'string') throw new Error(answer)
  return answer.headers
}

async function refusesWith(code: string): Promise<void> {
  const xml = await captureXml()
  expect(resp(xml, 'errCode')).toBe(code)
}

const seen: Record<ScenarioName, () => Promise<void>> = {
  ready: async () => {
    expect(await status()).toBe('READY')
    expect(openPid(await captureXml(), keys).hmacHolds).toBe(true)
  },
  'not-ready': async () => {
    expect(await status()).toBe('NOTREADY')
    const info = (await answerOf(device, 'DEVICEINFO')).body.toString()
    expect(elementOf(info, 'DeviceInfo').getAttribute('mc')).toBe('')
    expect(elementOf(info, 'DeviceInfo').getAttribute('rdsVer')).toBe('1.4.1')
    await refusesWith('720')
  },
  'in-use': async () => {
    expect(await status()).toBe('USED')
    await refusesWith('710')
  },
  'odd-status': async () => {
    expect(await status()).toBe('BUSY')
    await refusesWith('720')
  },
  'no-finger': async () => {
    expect(resp(await captureXml({ timeout: '1200' }), 'errCode')).toBe('700')
    expect(waits).toContain(1200)
  },
  error: async () => {
    await device.control.put({ errCode: 'E-12', errInfo: 'Out of order' })
    const xml = await captureXml()
    expect([resp(xml, 'errCode'), resp(xml, 'errInfo')]).toEqual(['E-12', 'Out of order'])
  },
  'old-driver': async () => {
    await refusesWith('110')
    const xml = await captureXml({ fType: '0' })
    expect(resp(xml, 'errCode')).toBe('0')
    expect(elementOf(xml, 'DeviceInfo').getAttribute('rdsVer')).toBe('1.0.1')
  },
  'hostile-text': async () => {
    expect(elementOf(await discoveryXml(), 'RDService').getAttribute('info')).toContain('<script>')
    expect(resp(await captureXml(), 'errInfo')).toContain('<img src=x onerror=')
  },
  'low-quality': async () => expect(resp(await captureXml(), 'qScore')).toBe('18'),
  'fair-quality': async () => expect(resp(await captureXml(), 'qScore')).toBe('38'),
  'comma-quality': async () => expect(resp(await captureXml(), 'qScore')).toBe('71,64'),
  'no-quality': async () => expect(resp(await captureXml(), 'qScore')).toBeNull(),
  'wrong-wadh': async () => {
    const { pid, hmacHolds } = openPid(await captureXml({ wadh: 'asked' }), keys)
    expect(hmacHolds).toBe(true)
    expect(pid.getAttribute('wadh')).not.toBe('asked')
  },
  'clock-skew': async () => {
    const aheadMs = async () =>
      Date.parse(`${openPid(await captureXml(), keys).ts}+05:30`) - testTime.getTime()
    expect(Math.round((await aheadMs()) / 60_000)).toBe(15)
    await device.control.put({ skewMs: -3_600_000 })
    expect(Math.round((await aheadMs()) / 60_000)).toBe(-60)
  },
  'ending-certificate': async () => {
    const end = Date.parse(certificateOf(await captureXml()).validTo)
    expect(end - testTime.getTime()).toBe(3 * 86_400_000)
  },
  'expired-certificate': async () => {
    const xml = await captureXml()
    expect(Date.parse(certificateOf(xml).validTo)).toBeLessThan(testTime.getTime())
    expect(openPid(xml, keys).bios.every(({ signatureHolds }) => signatureHolds)).toBe(true)
  },
  'tampered-hmac': async () => {
    const xml = await captureXml()
    expect(Buffer.from(textOf(xml, 'Hmac'), 'base64')).toHaveLength(48)
    expect(openPid(xml, keys).hmacHolds).toBe(false)
  },
  replay: async () => {
    const [one, other] = [await captureXml(), await captureXml()]
    for (const name of ['Skey', 'Hmac', 'Data']) expect(textOf(other, name)).toBe(textOf(one, name))
  },
  slow: async () => {
    await discoveryXml()
    expect(waits).toEqual([600])
  },
  'silent-drop': async () => {
    expect(await ended('RDSERVICE')).toBe('silence')
    await expect(preflightFor('RDSERVICE')).rejects.toThrow('silence')
  },
  'silent-capture': async () => {
    expect(await status()).toBe('READY')
    expect(await ended('CAPTURE')).toBe('silence')
  },
  'broken-connection': async () => {
    expect(await status()).toBe('READY')
    expect(await call(device, 'CAPTURE', { body: captureBody() })).toBe('broken')
  },
  'no-cors': async () => {
    expect([...(await preflightFor('CAPTURE')).keys()].join()).not.toContain('access-control')
    expect((await answerOf(device, 'RDSERVICE')).headers.has('access-control-allow-origin')).toBe(false)
  },
  'lower-case-methods': async () => {
    const headers = await preflightFor('CAPTURE')
    expect(headers.get('access-control-allow-methods')).toBe('rdservice, deviceinfo, capture')
  },
  'wrong-content-length': async () => {
    const { headers, body } = await capture()
    expect(Number(headers.get('content-length')) - body.length).toBe(20)
  },
  'short-content-length': async () => {
    const { headers, body } = await capture()
    expect(Number(headers.get('content-length')) - body.length).toBe(-20)
  },
  'server-error': async () => expect((await capture()).status).toBe('HTTP/1.1 500 Internal Server Error'),
  redirect: async () => {
    const answer = await answerOf(device, 'RDSERVICE')
    expect(answer.status).toBe('HTTP/1.1 302 Found')
    expect(answer.headers.get('location')).toBe('http://192.0.2.7:11100/')
  },
  truncated: async () => {
    const { headers, body } = await capture()
    expect(headers.get('content-length')).toBe(String(body.length))
    expect(() => rootOf(body.toString())).toThrow(/unclosed|attribute|missing|unexpected/i)
  },
  empty: async () => expect((await capture()).body).toHaveLength(0),
  'not-rd-service': async () => expect(await discoveryXml()).toContain('It works!'),
  'byte-order-mark': async () => {
    for (const verb of ['RDSERVICE', 'DEVICEINFO'] as const) {
      const { body } = await answerOf(device, verb)
      expect(body.subarray(0, 3).toString('hex')).toBe('efbbbf')
    }
    expect((await capture()).body.subarray(0, 3).toString('hex')).toBe('efbbbf')
  },
  'utf-16': async () => expect((await capture()).body.toString('utf16le')).toContain('<PidData>'),
  'invalid-utf-8': async () => {
    const { body } = await capture()
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow(TypeError)
  },
  huge: async () => {
    const xml = await captureXml()
    expect(xml.length).toBeGreaterThan(1024 * 1024)
    expect(resp(xml, 'errCode')).toBe('0')
  },
  doctype: async () => expect(await captureXml()).toMatch(/<!DOCTYPE PidData \[.*&e8;/s),
  'two-resp': async () => {
    const codes = [...rootOf(await captureXml()).getElementsByTagNameNS('*', 'Resp')]
    expect(codes.map(each => each.getAttribute('errCode'))).toEqual(['730', '0'])
  },
  'two-pid-data': async () => expect((await captureXml()).match(/<PidData>/g)).toHaveLength(2),
  'trailing-junk': async () =>
    expect(await discoveryXml()).toMatch(/<\/RDService><RD_SERVICE_ANDROID_PACKAGE=/),
  'no-interface': async () => expect(await discoveryXml()).not.toContain('Interface'),
  'other-host': async () =>
    expect(await discoveryXml()).toContain('path="http://192.0.2.7:11100/rd/capture"'),
  'no-resp': async () => {
    const xml = await captureXml()
    expect(xml).not.toContain('<Resp')
    expect(openPid(xml, keys).hmacHolds).toBe(true)
  },
  'success-without-data': async () => {
    const xml = await captureXml()
    expect(resp(xml, 'errCode')).toBe('0')
    expect(xml).not.toMatch(/<(Skey|Hmac|Data)\b/)
  },
  'odd-success': async () => {
    const xml = await captureXml()
    expect(resp(xml, 'errCode')).toBe('00')
    expect(openPid(xml, keys).hmacHolds).toBe(true)
  },
  'misshapen-hmac': async () => {
    expect(Buffer.from(textOf(await captureXml(), 'Hmac'), 'base64')).toHaveLength(45)
  },
}

test.each(scenarioNames)('%s is seen on the wire', async scenario => {
  expect.hasAssertions()
  await device.control.put({ scenario })
  await seen[scenario]()
})

test.each(Object.entries(errorCodes).filter(([code]) => code !== '700'))(
  'a capture can end with %s',
  async (errCode, says) => {
    await device.control.put({ scenario: 'error', errCode })
    const xml = await captureXml()
    expect([resp(xml, 'errCode'), resp(xml, 'errInfo')]).toEqual([errCode, says])
  },
)

test('each verb, and the question before it, can be slow on its own', async () => {
  await device.control.put({ slow: { OPTIONS: 120, DEVICEINFO: 250 } })
  await preflightFor('CAPTURE')
  await answerOf(device, 'DEVICEINFO')
  await discoveryXml()
  expect(waits).toEqual([120, 250, 0])
})

test('a fault on the wire hits the verbs that verbs names', async () => {
  await device.control.put({ scenario: 'silent-drop', verbs: ['DEVICEINFO'] })
  expect(await status()).toBe('READY')
  expect(await ended('DEVICEINFO')).toBe('silence')
})

test("a score set by the test replaces the device's own", async () => {
  await device.control.put({ qScore: 3 })
  expect(resp(await captureXml(), 'qScore')).toBe('3')
})

test.each(vendors)('faults are written in the own way of %s', async vendor => {
  await device.control.put({ vendor, scenario: 'two-resp' })
  const twice = [...rootOf(await captureXml()).getElementsByTagNameNS('*', 'Resp')]
  expect(twice.map(each => each.getAttribute('errCode'))).toEqual(['730', '0'])
  await device.control.put({ scenario: 'doctype' })
  expect(await captureXml()).toMatch(/<!DOCTYPE PidData \[.*<(rd:)?PidData.*note=["']&e8;["'] errCode/s)
})
