import { expect, test } from 'vitest'

import { readIntentAnswer } from './index.ts'
import { captureAnswer, captureValues, deviceInfoElement, readyAnswer } from './testing/device-answers.ts'

test('the answer to INFO names the service and its device', () => {
  const answer = readIntentAnswer({ RD_SERVICE_INFO: readyAnswer, DEVICE_INFO: deviceInfoElement, DNC: '' })
  expect(answer).toMatchObject({
    rdService: { state: 'ready', status: 'READY', info: 'Test RD service' },
    deviceInfo: { mi: 'TEST100', serialNumber: '0578989', level: 'L1' },
    pidData: undefined,
  })
})

test('the answer to CAPTURE is the same PidData as in a browser, with junk behind it too', () => {
  const junk = '<RD_SERVICE_ANDROID_PACKAGE="in.example.rdservice" />'
  expect(readIntentAnswer({ PID_DATA: captureAnswer() + junk, DNC: null }).pidData).toMatchObject({
    hmac: captureValues.hmac,
    qScore: [76],
  })
})

test.each([
  [{ DNC: 'Device is not connected' }, { code: 'refused', deviceCode: 'DNC' }],
  [
    { DNR: 'Device is not registered', DNC: '' },
    { code: 'refused', deviceCode: 'DNR' },
  ],
  [
    { PID_DATA: '<PidData><Resp errCode="700" errInfo="Capture timed out"/></PidData>' },
    { code: 'refused', deviceCode: '700', deviceText: 'Capture timed out' },
  ],
  [{}, { code: 'incomplete' }],
  [{ PID_DATA: ' ', DEVICE_INFO: null }, { code: 'incomplete' }],
  [{ PID_DATA: 'x'.repeat(1_048_577) }, { code: 'too-large' }],
  [{ RD_SERVICE_INFO: 'READY' }, { code: 'unreadable' }],
])('%j is an error with its code', (extras, error) => {
  expect(() => readIntentAnswer(extras)).toThrow(expect.objectContaining(error))
})
