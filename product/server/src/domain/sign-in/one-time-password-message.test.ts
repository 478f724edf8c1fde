import { expect, test } from 'vitest'

import { createOtpSmsWriter } from './otp-code.ts'

const bank = { bankName: 'Sahyadri Bank', productName: 'Pehchaan Desk', portalOrigin: undefined }

test('[K22] the SMS says what the code does, names the bank and tells the minutes of the rule', () => {
  expect(
    createOtpSmsWriter(bank).write({ purpose: 'reset', code: '012345', mark: '07', minutes: 5 }),
  ).toEqual({
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
  const about = { purpose, code: '012345', mark: '07', minutes: 5 }
  expect(createOtpSmsWriter(bank).write(about).text).toMatch(new RegExp(`^012345 ${does} for `))

  const one = { oneTimePassword: '{otp} is your OTP' }
  expect(createOtpSmsWriter({ ...bank, sms: one }).write(about).text).toBe('012345 is your OTP')

  const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }
  const texts = {
    newPassword: { text: '{otp} sets a new password ({mark})', templateId: '1008' },
    newPasskey: {
      text: '{otp} adds a passkey ({mark})',
      templateId: '1010',
      translations: { hi: { text: '{otp} पासकी', templateId: '1009' } },
    },
    logIn: { text: '{otp} confirms a log-in with your password ({mark})', templateId: '1011' },
  }
  const message = createOtpSmsWriter({ ...bank, sms: { ...one, dlt, texts } })
  const templates: Partial<Record<string, string>> = { passkey: '1010', 'log-in': '1011' }
  const templateId = templates[purpose] ?? '1008'
  expect(message.write(about)).toEqual({
    text: `012345 ${does} (07)`,
    dlt: { ...dlt, templateId },
  })
  expect(message.write({ ...about, language: 'hi' }).dlt?.templateId).toBe(
    purpose === 'passkey' ? '1009' : templateId,
  )
})

test("the bank's own text and its registration take the place of ours", () => {
  const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }
  const sms = { oneTimePassword: '{bankName}: {otp} ({mark}) opens {productName} for {minutes} minutes', dlt }
  expect(
    createOtpSmsWriter({ ...bank, sms }).write({
      purpose: 'reset',
      code: '654321',
      mark: '42',
      minutes: 7,
    }),
  ).toEqual({
    text: 'Sahyadri Bank: 654321 (42) opens Pehchaan Desk for 7 minutes',
    dlt,
  })
})

test("the SMS has the agent's language where the bank has a text in it, registered by itself", () => {
  const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }
  const hi = { oneTimePassword: '{otp} आपका OTP है', templateId: '1008' }
  const message = createOtpSmsWriter({
    ...bank,
    sms: { oneTimePassword: '{otp} is your OTP', dlt, translations: { hi } },
  })
  const written = { purpose: 'reset', code: '654321', mark: '42', minutes: 7 } as const
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

test("a bank's name that looks like a place or a pattern is told as it is", () => {
  const sms = { oneTimePassword: '{otp} {bankName}' }
  const message = createOtpSmsWriter({ ...bank, bankName: '{otp} $& Bank', sms })
  expect(message.write({ purpose: 'reset', code: '111111', mark: '42', minutes: 5 }).text).toBe(
    '111111 {otp} $& Bank',
  )
})

test('with the address of the portal the last line binds the code to its host', () => {
  const message = createOtpSmsWriter({ ...bank, portalOrigin: 'https://ekyc.bank.example:8443' })
  expect(
    message.write({ purpose: 'reset', code: '012345', mark: '42', minutes: 5 }).text.split('\n').slice(-2),
  ).toEqual(['', '@ekyc.bank.example #012345'])
})
