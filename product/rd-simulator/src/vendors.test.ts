import { expect, test } from 'vitest'

import { deviceRegistry, type Vendor } from './registry.ts'
import { answerOf, captureBody, serviceOf } from './testing/device-client.ts'
import { paramsOf } from './testing/xml-answer.ts'
import { startedDevice } from './testing/started-device.ts'

const { device } = await startedDevice()

async function xmlOf(vendor: Vendor, verb: 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE'): Promise<string> {
  await device.control.put({ vendor })
  const answer = await answerOf(device, verb, verb === 'CAPTURE' ? { body: captureBody() } : {})
  return answer.body.toString()
}

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
