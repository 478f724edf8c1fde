import type { Branding } from '@ekyc/contract/branding'
import { expect, test } from 'vitest'

import { writeOtpSms } from './otp-code.ts'

const bank = { bankName: 'Sahyadri Bank', productName: 'Pehchaan Desk' }
const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }

function write(
  more: Partial<Parameters<typeof writeOtpSms>[1]> = {},
  sms?: Branding['sms'],
  { bankName = bank.bankName, portalOrigin }: { bankName?: string; portalOrigin?: string } = {},
) {
  const about = { purpose: 'reset', code: '012345', mark: '07', minutes: 5, ...more } as const
  return writeOtpSms({ branding: { ...bank, bankName, ...(sms && { sms }) }, portalOrigin }, about)
}

test('[K22] the SMS says what the code does, names the bank and tells the minutes of the rule', () => {
  expect(write()).toEqual({
    text: "012345 sets a new password for Sahyadri Bank's eKYC portal. Its mark is 07. It is valid for 5 minutes. Tell it to nobody.",
  })
})

test.each([
  ['first-time', 'sets a new password'],
  ['reset', 'sets a new password'],
  ['change', 'sets a new password'],
  ['passkey', 'adds a passkey'],
  ['log-in', 'confirms a log-in with your password'],
] as const)('[K22] the SMS of a code for %s says that it %s', (purpose, does) => {
  expect(write({ purpose }).text).toMatch(new RegExp(`^012345 ${does} for `))

  const one = { oneTimePassword: '{otp} is your OTP' }
  expect(write({ purpose }, one).text).toBe('012345 is your OTP')

  const texts = {
    newPassword: { text: '{otp} sets a new password ({mark})', templateId: '1008' },
    newPasskey: {
      text: '{otp} adds a passkey ({mark})',
      templateId: '1010',
      translations: { hi: { text: '{otp} पासकी', templateId: '1009' } },
    },
    logIn: { text: '{otp} confirms a log-in with your password ({mark})', templateId: '1011' },
  }
  const sms = { ...one, dlt, texts }
  const templates: Partial<Record<string, string>> = { passkey: '1010', 'log-in': '1011' }
  const templateId = templates[purpose] ?? '1008'
  expect(write({ purpose }, sms)).toEqual({ text: `012345 ${does} (07)`, dlt: { ...dlt, templateId } })
  expect(write({ purpose, language: 'hi' }, sms).dlt?.templateId).toBe(
    purpose === 'passkey' ? '1009' : templateId,
  )
})

test("the bank's own text and its registration take the place of ours", () => {
  const sms = { oneTimePassword: '{bankName}: {otp} ({mark}) opens {productName} for {minutes} minutes', dlt }
  expect(write({}, sms)).toEqual({
    text: 'Sahyadri Bank: 012345 (07) opens Pehchaan Desk for 5 minutes',
    dlt,
  })
})

test("the SMS has the agent's language where the bank has a text in it, registered by itself", () => {
  const hi = { oneTimePassword: '{otp} आपका OTP है', templateId: '1008' }
  const sms = { oneTimePassword: '{otp} is your OTP', dlt, translations: { hi } }
  expect(write({ language: 'hi' }, sms)).toEqual({
    text: '012345 आपका OTP है',
    dlt: { ...dlt, templateId: '1008' },
  })
  for (const language of ['en', 'ta', undefined] as const)
    expect(write({ language }, sms)).toEqual({ text: '012345 is your OTP', dlt })
})

test("a bank's name that looks like a place or a pattern is told as it is", () => {
  const sms = { oneTimePassword: '{otp} {bankName}' }
  expect(write({}, sms, { bankName: '{otp} $& Bank' }).text).toBe('012345 {otp} $& Bank')
})

test('with the address of the portal the last line binds the code to its host', () => {
  const { text } = write({}, undefined, { portalOrigin: 'https://ekyc.bank.example:8443' })
  expect(text.split('\n').slice(-2)).toEqual(['', '@ekyc.bank.example #012345'])
})
