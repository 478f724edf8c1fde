import { expect, test } from 'vitest'

import { readDeviceInfo, type DeviceInfo } from './device-info.ts'
import { bytesOf, deviceAttributes, deviceInfoAnswer } from './testing/device-answers.ts'

test('provider, service, model, code, certificate, level and serial number are read', () => {
  expect(read(deviceInfoAnswer({ level: 'L1' }))).toMatchObject({
    ...deviceAttributes,
    serialNumber: '0578989',
    level: 'L1',
  })
})

test.each([
  ['no Param', '<DeviceInfo/>', '', undefined],
  ['one Param', '<DeviceInfo><Param name="serial_number" value="S1"/></DeviceInfo>', 'S1', undefined],
  ['Params in any case', '<DEVICEINFO><additional_info><param NAME="SRNO" Value=" 7 "/><Param name="Device_Type" value="l0"/></additional_info></DEVICEINFO>', '7', 'L0'],
  ['Params beside DeviceInfo', '<x><DeviceInfo/><additional_info><Param name="srno" value="8"/></additional_info></x>', '8', undefined],
  ['an unheard-of level', '<DeviceInfo><Param name="device_type" value="L9"/></DeviceInfo>', '', undefined],
])('the serial number and level are read from %s', (_name, answer, serialNumber, level) => {
  expect(read(answer)).toMatchObject({ serialNumber, level })
}) // oxfmt-ignore

test('white space in the certificate is removed, and missing texts are empty', () => {
  expect(read('<DeviceInfo mc="MIIB\n  szCC" mi=" MFS100 "/>')).toMatchObject({
    mc: 'MIIBszCC',
    mi: 'MFS100',
    dpId: '',
  })
})

test('a device’s refusal has its code and text', () => {
  expect(() => read('<DeviceInfo><Resp errCode="720" errInfo="Not ready"/></DeviceInfo>')).toThrow(
    expect.objectContaining({ code: 'refused', deviceCode: '720', deviceText: 'Not ready' }),
  )
})

test('an answer that is no DeviceInfo is unreadable', () => {
  expect(() => read('<PidData/>')).toThrow(expect.objectContaining({ code: 'unreadable' }))
})

function read(answer: string): DeviceInfo {
  return readDeviceInfo(bytesOf(answer))
}
