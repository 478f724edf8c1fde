import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { matchScore, matchThreshold } from './fingers/match.ts'
import { fingerTemplate, readTemplate } from './fingers/template.ts'
import { defaultFinger } from './settings.ts'
import { deviceRegistry, vendors, type Vendor } from './registry.ts'
import { answerOf, captureBody, serviceOf } from './testing/device-client.ts'
import { elementOf, openPid, paramsOf, textOf } from './testing/pid-data.ts'
import { startedDevice, testTime } from './testing/started-device.ts'

const { device, keys } = await startedDevice()
const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

async function xmlOf(
  vendor: Vendor,
  verb: 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE',
  opts = {},
): Promise<string> {
  await device.control.put({ vendor })
  const answer = await answerOf(device, verb, verb === 'CAPTURE' ? { body: captureBody(opts) } : {})
  return answer.body.toString()
}

test.each(vendors)('a capture by %s opens at the authority and says the same as any other', async vendor => {
  const xml = await xmlOf(vendor, 'CAPTURE', { wadh })
  const resp = elementOf(xml, 'Resp')
  expect(resp.getAttribute('errCode')).toBe('0')
  expect(resp.getAttribute('fCount')).toBe('1')
  expect(resp.getAttribute('fType')).toBe('2')
  expect(Number(resp.getAttribute('qScore'))).toBeGreaterThanOrEqual(62)
  expect(Number(resp.getAttribute('qScore'))).toBeLessThanOrEqual(91)
  expect(Buffer.from(textOf(xml, 'Skey'), 'base64')).toHaveLength(256)
  expect(Buffer.from(textOf(xml, 'Hmac'), 'base64')).toHaveLength(48)
  expect(elementOf(xml, 'Skey').getAttribute('ci')).toBe(keys.authorityKeyId)
  expect(elementOf(xml, 'Data').getAttribute('type')).toBe('X')

  const { ts, pid, hmacHolds, bios } = openPid(xml, keys)
  expect(hmacHolds).toBe(true)
  expect(pid.getAttribute('ts')).toBe(ts)
  expect(pid.getAttribute('ver')).toBe('2.0')
  expect(pid.getAttribute('wadh')).toBe(wadh)
  expect(new Date(`${ts}+05:30`)).toEqual(testTime)

  expect(bios.map(({ type }) => type)).toEqual(['FMR', 'FIR'])
  expect(bios.map(({ signatureHolds }) => signatureHolds)).toEqual([true, true])
  const minutiae = readTemplate(bios[0]?.record ?? Buffer.alloc(0))
  expect(Number(resp.getAttribute('nmPoints'))).toBe(minutiae.length)
  expect(matchScore(readTemplate(fingerTemplate(defaultFinger)), minutiae)).toBeGreaterThanOrEqual(
    matchThreshold,
  )

  const { dpId, rdsId, rdsVers, dc, mi, serialNumber } = deviceRegistry[vendor]
  const idHash = createHash('sha256').update(serialNumber).digest('hex').toUpperCase()
  const dih = createHash('sha256').update(`${dpId}${rdsId}${rdsVers[0]}${dc}${mi}${idHash}`).digest('base64')
  expect(pid.getElementsByTagName('Bios')[0]?.getAttribute('dih')).toBe(dih)
})

test('each vendor is odd in its own way', async () => {
  const info = async (vendor: Vendor) => xmlOf(vendor, 'DEVICEINFO')
  const capture = async (vendor: Vendor) => xmlOf(vendor, 'CAPTURE')
  const { serialNumber } = deviceRegistry.startek
  expect(Object.keys(paramsOf(await info('mantra')))).toEqual([
    'srno',
    'sysid',
    'ts',
    'modality_type',
    'device_type',
  ])
  expect(paramsOf(await info('morpho'))).toEqual({})
  expect(paramsOf(await info('startek'))).toEqual({ serial_number: serialNumber })
  expect(paramsOf(await info('idemia'))).toMatchObject({ modality_type: 'Finger', device_type: 'L1' })
  expect(await xmlOf('morpho', 'RDSERVICE')).toContain(`"/127.0.0.1:${serviceOf(device).port}/capture"`)
  expect(await capture('morpho')).toMatch(/qScore="\d+\r\n"/)
  expect(await capture('morpho')).toMatch(/<Data type="X">[\w+/=]{64}\n/)
  expect(await capture('startek')).toMatch(/xmlns:xsi=[\s\S]*<DeviceInfo [\s\S]*<Resp fType=/)
  expect(await capture('secugen')).toMatch(
    /<Data type="X">[\s\S]*<Hmac>[\s\S]*<Skey [\s\S]*<Resp errCode="0" fCount/,
  )
  expect(await xmlOf('idemia', 'RDSERVICE')).toMatch(/id="INFO"[\s\S]*id="PROCESS_CALL" path="https:\/\/127/)
  expect(await capture('idemia')).toMatch(/<rd:PidData xmlns:rd="/)
})
