import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { writePidOptions } from './pid-options.ts'
import { readBase64 } from './base64.ts'
import { redacted } from './redact.ts'
import { momentAtHead } from './pid-data.ts'
import { readRdService } from './rd-service.ts'
import { bytesOf, captureAnswer, captureElements } from './testing/device-answers.ts'
import { deviceOutcomes, vendorOutcomes } from './testing/device-outcomes.ts'
import { fetchTrusting } from './testing/fetch-trusting.ts'
import { mutated } from './testing/mutations.ts'
import { simulatedDevice } from './testing/simulated-device.ts'

const device = await simulatedDevice()
let answers: Uint8Array[]

beforeAll(async () => {
  answers = await answersOfAllVendors()
})

test('no secret of any answer survives, whichever vendor sends it and in whichever scenario', async () => {
  expect(answers.length).toBeGreaterThan(30)
  const secrets = answers.flatMap(secretsIn)
  expect(secrets.length).toBeGreaterThan(100)
  for (const answer of answers) expectNone(redacted(answer).text, secretsIn(answer))
})

test('no secret survives in an answer that a driver, or anybody, has spoilt', async () => {
  const texts = answers.map(bytes => new TextDecoder('latin1').decode(bytes))
  const secrets = texts.flatMap(text => secretsIn(bytesOf(text)))
  fc.assert(
    fc.property(mutated(texts.filter(text => text.length < 20_000)), bytes => {
      const { text } = redacted(bytes)
      expect(text.length).toBeLessThan(40_000)
      expectNone(text, secrets)
    }),
  )
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9]\\d{${length - 1}}$`))

test('no number of a person survives, wherever a driver writes it', () => {
  const places: ((secret: string) => string)[] = [
    secret => `<RDService status="READY" info="Scanner of ${secret}, ready"/>`,
    secret => `<RDService status="${secret}" info=""/>`,
    secret => `<RDService info="x"><Interface id="${secret}" path="/rd/${secret}?key=${secret}"/></RDService>`,
    secret => captureAnswer({ resp: `<Resp errCode="${secret}" errInfo='No. ${secret}' qScore="${secret}"/>` }),
    secret => captureAnswer({ resp: `<Resp errCode="0" fCount="${secret}" customer="${secret}">${secret}</Resp>` }),
    secret => `<PidData><Id${secret}>${secret}</Id${secret}><!-- ${secret} --><![CDATA[${secret}]]></PidData>`,
    secret => `<DeviceInfo dpId="${secret}" rdsVer="${secret}" mi="${secret}" a${secret}="1"/>`,
    secret => `<?xml version="1.0" note="${secret}"?><Param name="${secret}" value="${secret}"/>`,
    secret => `<html><body class="${secret}">Proxy: log in, ${secret}</body></html>`,
    secret => `${secret} is not XML`,
    secret => `<Resp errInfo="${secret.replace(/./g, digit => `&#${digit.charCodeAt(0)};`)}"/>`,
    secret => `<Resp errInfo="cut off ${secret}`,
    secret => `<!DOCTYPE x [<!ENTITY a "${secret}">]><Resp errCode="0"/>`,
  ] // prettier-ignore
  const written = fc.constantFrom<(number: string) => string>(
    number => number,
    number => number.replace(/(\d{4})(?=\d)/g, '$1 '),
    number => number.replace(/(\d{4})(?=\d)/g, '$1-'),
    number => `SN${number}`,
  )
  fc.assert(
    fc.property(digits(12), digits(10), fc.constantFrom(...places), written, (id, mobile, place, write) => {
      for (const number of [id, mobile]) {
        const { text } = redacted(bytesOf(place(write(number))))
        expect(text).not.toContain(write(number))
        // The id of the authority's key has eight digits, which may begin like the drawn number.
        expect(text.replace(/ ci="\d{8}"/, '').replace(/\D/g, '')).not.toContain(number.slice(0, 6))
      }
    }),
  )
})

test('what support needs stays: names, versions, codes, scores, and the words of the driver', () => {
  const answer = captureAnswer({ resp: '<Resp errCode="K-100" errInfo="Device not registered, error 1138" qScore="76"/>' })
  const { text } = redacted(bytesOf(answer))
  expect(text).toContain('errcode="K-100" errinfo="Device not registered, error 1138" qscore="76"')
  expect(text).toContain('dpid="TEST.PROVIDER" rdsid="TEST.WIN.001" rdsver="1.0.1"')
  expect(text).toContain('mi="TEST100"')
  expect(text).toContain('<Param name="srno" value="0000000"/>')
  expect(text).toContain('<Param name="device_type" value="L1"/>')
}) // prettier-ignore

test('a key that was cut off shows not even which of its characters were digits', () => {
  const whole = captureAnswer()
  const { text } = redacted(bytesOf(whole.slice(0, whole.indexOf('</Skey>') - 2)))
  const keys = text.match(/[\w+/=-]{40,}/g) ?? []
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.map(key => key.replaceAll('A', ''))).toEqual(keys.map(() => ''))
})

test('the PidOptions lose wadh, OTP and the vendor’s own options', () => {
  const sent = writePidOptions({ wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=', otp: '482913', custOpts: { token: 'a9f3' } })
  const { text } = redacted(bytesOf(sent))
  expect(text).toContain('fcount="1" ftype="2"')
  expect(text).not.toMatch(/E0jz|482913|a9f3/)
}) // prettier-ignore

/** Returns pieces of the values in an answer that only the scanner, the bank and the authority may have. */
function secretsIn(answer: Uint8Array): string[] {
  const text = new TextDecoder(answer[0] === 0xff ? 'utf-16' : 'latin1').decode(answer)
  const parts = [...text.matchAll(/<(?:\w+:)?(?:Skey|Hmac|Data)\b[^>]*>([^<]+)</g)].map(([, part = '']) => part)
  const params = [...text.matchAll(/name="(?:srno|serial_number|sysid)" value="([^"]+)"/g)].map(([, value = '']) => value)
  const attributes = [...text.matchAll(/\b(?:mc|dc)=["']([^"']+)["']/g)].map(([, value = '']) => value)
  const whole = [...parts, ...attributes, ...params].map(value => value.replace(/\s/g, ''))
  return whole.flatMap(value => windowsOf(withoutMoment(value)))
} // prettier-ignore

/** Cuts the time of the capture off Data, because a redacted text keeps it. */
function withoutMoment(value: string): string {
  const moment = momentAtHead(readBase64(value)?.bytes ?? new Uint8Array())
  return value.slice(btoa(moment).replace(/=+$/, '').length)
}

/** Cuts a secret into pieces of 8 characters. Drops pieces that a redacted text may contain by chance, as AAAAAAAA. */
function windowsOf(secret: string): string[] {
  const length = Math.min(8, secret.length)
  const pieces = Array.from({ length: Math.ceil(secret.length / length) }, (_, index) =>
    secret.slice(index * length, (index + 1) * length),
  )
  return pieces.filter(piece => piece.length > 5 && new Set(piece.replace(/[=-]/g, '')).size > 3)
}

function expectNone(text: string, secrets: readonly string[]): void {
  const compact = text.replace(/\s/g, '')
  const known = new Set(secrets)
  // A look at each place of the text costs less than a search for each of thousands of secrets.
  const lengths = new Set(secrets.map(({ length }) => length))
  for (const length of lengths) {
    for (let at = 0; at + length <= compact.length; at += 1) {
      const found = compact.slice(at, at + length)
      if (known.has(found)) throw new Error(`${found} survives in ${text.slice(0, 2000)}`)
    }
  }
}

async function answersOfAllVendors(): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [bytesOf(captureAnswer(captureElements))]
  for (const { vendor, scheme } of vendorOutcomes) {
    for (const scenario of vendor === 'mantra' ? answering : ['ready', 'error']) {
      const { tlsCertificate } = await device.control('PUT', { vendor, delayMs: 0, scenario })
      const ask = async (method: string, path: string, body?: string) => {
        const url = `${scheme}://127.0.0.1:${device.range.from}${path}`
        const answer = await fetchTrusting(tlsCertificate)(url, { method, ...(body !== undefined && { body }) })
        return new Uint8Array(await answer.arrayBuffer())
      }
      const discovery = await ask('RDSERVICE', '/')
      const { paths } = readRdService(discovery)
      found.push(discovery, await ask('DEVICEINFO', paths.deviceInfo))
      found.push(await ask('CAPTURE', paths.capture, writePidOptions({})))
    }
  }
  return found
} // prettier-ignore

/** The scenarios in which the service answers every call soon and whole, so that a plain fetch is enough. */
const answering = deviceOutcomes
  .filter(({ rows, expected }) => !['silent', 'closed', 'not-rd-service'].includes(expected.port) && rows !== 'KYC-5')
  .filter(({ expected }) => !['timed-out', 'cut'].includes(expected.capture ?? ''))
  .filter(({ options }) => options === undefined)
  .map(({ scenario }) => scenario) // prettier-ignore
