import { expect, test } from 'vitest'

import { oneTimePasswordMessage } from './one-time-password-message.ts'

const bank = { bankName: 'Sahyadri Bank', productName: 'Pehchaan Desk', portalOrigin: undefined }

test('the SMS names the bank and tells the minutes of the rule', () => {
  expect(oneTimePasswordMessage(bank).write({ code: '012345', mark: '07', minutes: 5 })).toEqual({
    text: "012345 is your one-time password for Sahyadri Bank's eKYC portal. Its mark is 07. It is valid for 5 minutes. Do not share it.",
  })
})

test("the bank's own text and its registration take the place of ours", () => {
  const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }
  const sms = { oneTimePassword: '{bankName}: {otp} ({mark}) opens {productName} for {minutes} minutes', dlt }
  expect(oneTimePasswordMessage({ ...bank, sms }).write({ code: '654321', mark: '42', minutes: 7 })).toEqual({
    text: 'Sahyadri Bank: 654321 (42) opens Pehchaan Desk for 7 minutes',
    dlt,
  })
})

test("the SMS has the agent's language where the bank has a text in it, registered by itself", () => {
  const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }
  const hi = { oneTimePassword: '{otp} आपका OTP है', templateId: '1008' }
  const message = oneTimePasswordMessage({
    ...bank,
    sms: { oneTimePassword: '{otp} is your OTP', dlt, translations: { hi } },
  })
  const written = { code: '654321', mark: '42', minutes: 7 }
  expect(message.write({ ...written, language: 'hi' })).toEqual({
    text: '654321 आपका OTP है',
    dlt: { ...dlt, templateId: '1008' },
  })
  for (const language of ['en', 'ta', undefined] as const)
    expect(message.write({ ...written, ...(language && { language }) })).toEqual({
      text: '654321 is your OTP',
      dlt,
    })
})

test('a text of the bank without the mark is told apart, so that no screen names one', () => {
  const sms = { oneTimePassword: '{otp} opens {productName}' }
  expect(oneTimePasswordMessage({ ...bank, sms }).hasMark).toBe(false)
  expect(oneTimePasswordMessage(bank).hasMark).toBe(true)
})

test("a bank's name that looks like a place or a pattern is told as it is", () => {
  const sms = { oneTimePassword: '{otp} {bankName}' }
  const message = oneTimePasswordMessage({ ...bank, bankName: '{otp} $& Bank', sms })
  expect(message.write({ code: '111111', mark: '42', minutes: 5 }).text).toBe('111111 {otp} $& Bank')
})

test('with the address of the portal the last line binds the code to its host', () => {
  const message = oneTimePasswordMessage({ ...bank, portalOrigin: 'https://ekyc.bank.example:8443' })
  expect(message.write({ code: '012345', mark: '42', minutes: 5 }).text.split('\n').slice(-2)).toEqual([
    '',
    '@ekyc.bank.example #012345',
  ])
})
