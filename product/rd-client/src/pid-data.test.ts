import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readPidData, type PidData } from './pid-data.ts'
import { RdError } from './rd-error.ts'
import {
  bytesOf,
  captureAnswer,
  captureElements,
  captureValues,
  deviceAttributes,
  pidTimestamp,
} from './testing/device-answers.ts'

const { skey, hmac, data, ci } = captureValues

test('[KYC-7] a complete answer with errCode 0 is a capture', () => {
  expect(read(captureAnswer())).toEqual({
    xml: captureAnswer(),
    qScore: [76],
    nmPoints: [41],
    skey: { ci, value: skey },
    hmac,
    data: { type: 'X', value: data },
    pidTimestamp,
    deviceInfo: {
      ...deviceAttributes,
      params: [
        { name: 'srno', value: '0578989' },
        { name: 'device_type', value: 'L1' },
      ],
      serialNumber: '0578989',
      level: 'L1',
    },
  } satisfies PidData)
})

test('[KYC-7] order, namespace, quotes, case and line breaks of an answer make no difference', () => {
  const plain = read(captureAnswer())
  const elements = fc.shuffledSubarray(Object.values(captureElements), { minLength: 5, maxLength: 5 })
  const habits = fc.shuffledSubarray(Object.values(sloppyHabits))
  fc.assert(
    fc.property(elements, habits, (parts, chosen) => {
      const answer = `<PidData>${parts.join('\n')}</PidData>`
      const text = chosen.reduce((changed, habit) => habit(changed), answer)
      expect(read(text)).toEqual({ ...plain, xml: text.replace(/^\ufeff/, '') })
    }),
  )
})

test.each([
  ['no qScore', '<Resp errCode="0"/>', []],
  ['one score', '<Resp errCode="0" qScore=" 62 "/>', [62]],
  ['scores of several fingers', '<Resp errCode="0" qScore="62, 58.5,"/>', [62, 58.5]],
  ['words', '<Resp errCode="0" qScore="good,-1,NaN,1e3"/>', []],
  ['more scores than fingers', '<Resp errCode="0" fCount="1" qScore="91,0"/>', [91]],
  ['scores of two fingers', '<Resp errCode="0" fCount="2" qScore="91,64,0"/>', [91, 64]],
  ['a count of no fingers', '<Resp errCode="0" fCount="0" iCount="1" qScore="91"/>', [91]],
  ['more than 100', '<Resp errCode="0" qScore="65535"/>', []],
])('the quality of a capture is read from %s', (_name, resp, quality) => {
  expect(read(captureAnswer({ resp })).qScore).toEqual(quality)
})

test.each([
  ['a PidData', (resp: string) => `<PidData>${resp}</PidData>`],
  ['a Resp alone', (resp: string) => resp],
  ['a whole capture', (resp: string) => captureAnswer({ resp })],
])('[KYC-8] the device’s refusal in %s has its own code and text', (_name, inside) => {
  const error = errorOf(inside('<Resp errInfo="Capture &lt;timed&gt; out" errCode="700"/>'))
  expect(error).toMatchObject({ code: 'refused', deviceCode: '700', deviceText: 'Capture <timed> out' })
})

test('[KYC-8] a refusal without errInfo has no device text', () => {
  expect(errorOf('<Resp errCode="DEVICE_GONE"/>')).toMatchObject({
    code: 'refused',
    deviceCode: 'DEVICE_GONE',
    deviceText: undefined,
  })
})

test.each(['00', '0 ', ' 0', '0.0', '+0', '-0', 'O', '0x0', '٠'])(
  '[KYC-7] errCode %j is no success',
  errCode => {
    const answer = captureAnswer({ resp: `<Resp errCode="${errCode}" qScore="90"/>` })
    expect(errorOf(answer)).toMatchObject({ code: 'refused', deviceCode: errCode })
  },
)

test.each<[string, Partial<typeof captureElements>]>([
  ['Resp', { resp: '' }],
  ['errCode', { resp: '<Resp errInfo="Success"/>' }],
  ['a filled errCode', { resp: '<Resp errCode=" "/>' }],
  ['Skey', { skey: '' }],
  ['ci', { skey: `<Skey>${skey}</Skey>` }],
  ['a ci that is a day', { skey: `<Skey ci="2028-08-13">${skey}</Skey>` }],
  ['256 bytes in Skey', { skey: `<Skey ci="${ci}">${base64(255)}</Skey>` }],
  ['base64 in Skey', { skey: `<Skey ci="${ci}">${skey.replace(/^../, '!!')}</Skey>` }],
  ['Hmac', { hmac: '' }],
  ['48 bytes in Hmac', { hmac: `<Hmac>${base64(49)}</Hmac>` }],
  ['Data', { data: '' }],
  ['Data of at least 36 bytes', { data: `<Data type="X">${timed(16)}</Data>` }],
  ['Data that begins with a time', { data: `<Data type="X">${base64(60)}</Data>` }],
  [
    'Data that begins with a real time',
    { data: `<Data type="X">${timed(30, '2026-02-30T10:20:30')}</Data>` },
  ],
  ['Data of XML', { data: captureElements.data.replace('"X"', '"P"') }],
  ['DeviceInfo', { deviceInfo: '' }],
  ['the device’s certificate', { deviceInfo: captureElements.deviceInfo.replace(/mc="[^"]*"/, 'mc=""') }],
])('[KYC-16] a success without %s is incomplete', (_name, parts) => {
  expect(errorOf(captureAnswer(parts))).toMatchObject({ code: 'incomplete' })
})

test('Data of exactly 36 bytes and without a type is accepted', () => {
  const answer = captureAnswer({ data: `<Data>${timed(17)}</Data>` })
  expect(read(answer).data).toEqual({ type: 'X', value: timed(17) })
})

test.each([
  ['two Resp', captureAnswer({ hmac: '<x><Resp errCode="730"/></x>' })],
  ['two PidData', captureAnswer() + captureAnswer()],
  ['a PidData in a PidData', `<PidData>${captureAnswer()}</PidData>`],
  ['two Data', captureAnswer({ hmac: captureElements.data })],
  ['a DOCTYPE', `<!DOCTYPE PidData>${captureAnswer()}`],
  ['HTML', '<html><body>Not found</body></html>'],
  ['a service’s discovery answer', '<RDService status="READY"/>'],
  ['half an answer', captureAnswer().slice(0, 900)],
])('[KYC-16] %s is unreadable', (_name, answer) => {
  expect(errorOf(answer)).toMatchObject({ code: 'unreadable' })
})

test('an error holds no part of a capture', () => {
  const error = errorOf(captureAnswer({ hmac: '' }))
  const text = JSON.stringify([error, error.message, error.stack, error.cause ?? ''])
  for (const secret of [skey, data]) expect(text).not.toContain(secret.slice(0, 20))
})

const sloppyHabits = {
  namespace: (answer: string) =>
    answer.replace(/<(\/?)(PidData)/g, '<$1ns:$2').replace('<ns:PidData', '<ns:PidData xmlns:ns="urn:x"'),
  defaultNamespace: (answer: string) => answer.replace(/PidData>/, 'PidData xmlns="http://uidai.example/">'),
  singleQuotes: (answer: string) => answer.replaceAll('"', "'"),
  upperNames: (answer: string) => answer.replace(/(?<=<\/?)(Hmac|Data|Skey)\b/g, name => name.toUpperCase()),
  lowerAttributes: (answer: string) => answer.replace(/\b(errCode|qScore|nmPoints|rdsId)=/g, name => name.toLowerCase()),
  brokenLines: (answer: string) => answer.replace(/(?<=>)[\w+/=]{60,}(?=<)/g, text => `\r\n${text.replace(/.{64}/g, '$&\r\n')}\n`),
  prolog: (answer: string) => (answer.startsWith('<?') ? answer : `<?xml version="1.0" encoding="UTF-8" ?>\n${answer}`),
  byteOrderMark: (answer: string) => `\ufeff${answer}`,
  junk: (answer: string) => `${answer}\0\r\nOK`,
  moreAttributes: (answer: string) => answer.replace('<Resp ', '<Resp pTimeout="20000" pgCount="2" '),
} // oxfmt-ignore

function read(answer: string): PidData {
  return readPidData(bytesOf(answer))
}

function errorOf(answer: string): RdError {
  try {
    read(answer)
  } catch (error) {
    if (error instanceof RdError) return error
    throw error
  }
  throw new Error('the answer was taken as a capture')
}

function base64(length: number): string {
  return Buffer.alloc(length, 7).toString('base64')
}

function timed(rest: number, timestamp = pidTimestamp): string {
  return Buffer.concat([Buffer.from(timestamp), Buffer.alloc(rest, 7)]).toString('base64')
}
