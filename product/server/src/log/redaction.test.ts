import { expect, test } from 'vitest'

import { collectingLog } from '../../testing/collecting-log.ts'

const secret = 'S3cret-Value'

test('[U1, U3] a value under a secret name never reaches the log, at any depth and in any spelling', () => {
  const { log, text } = collectingLog()
  const secrets = {
    authorization: secret,
    Cookie: secret,
    password: secret,
    newPassword: secret,
    otp: secret,
    token: secret,
    Skey: { ci: '20300101', value: secret },
    Hmac: secret,
    data: { type: 'X', value: secret },
    uid: secret,
    code: '123456',
  }
  log.info(secrets, 'at the top')
  log.info({ headers: secrets, body: { biometricDeviceInfo: secrets, list: [{ deep: [secrets] }] } }, 'below')
  log.child(secrets).info('as a binding of a child')
  log.error(
    {
      err: Object.assign(new Error('failed'), secrets, { cause: Object.assign(new Error('below'), secrets) }),
    },
    'as fields of an error',
  )
  log.error(Object.assign(new Error('failed'), { body: secrets }))

  expect(text()).not.toContain(secret)
  expect(text()).not.toContain('123456')
  expect(text().match(/\[redacted\]/g)?.length).toBeGreaterThan(30)
})

test('[U3] texts that look like a bearer token, an id number or a ciphertext are cut out of messages and errors', () => {
  const { log, text } = collectingLog()
  const token = 'q'.repeat(43)
  const base64 = Buffer.alloc(256, 0xa7).toString('base64')
  log.info(`said Bearer abc.def-${secret}`)
  log.info({ note: 'id 0123 4567 8901 and 012345678901', other: base64 }, `token ${token}`)
  log.error({ err: new Error(`row (012345678901, ${base64})`, { cause: new Error(token) }) }, 'failed')

  expect(text()).not.toMatch(/0123 ?4567 ?8901/)
  for (const never of [secret, token, base64.slice(0, 60)]) expect(text()).not.toContain(never)
})

test('data for operators stays: request ids, phones, digests, the code and the stack of an error', () => {
  const { log, lines } = collectingLog()
  const reqId = '01890000-0000-7000-8000-000000000000'
  const seal = 'ab'.repeat(36)
  const err = Object.assign(new Error('connection refused', { cause: new Error('no route') }), {
    code: 'ECONNREFUSED',
  })
  log.warn({ reqId, seal, address: '203.0.113.7', err }, 'kept')

  expect(lines()[0]).toMatchObject({
    reqId,
    seal,
    address: '203.0.113.7',
    msg: 'kept',
    err: {
      type: 'Error',
      code: 'ECONNREFUSED',
      message: 'connection refused',
      cause: { message: 'no route' },
    },
  })
  expect(lines()[0]).toHaveProperty('err.stack', expect.stringContaining('redaction.test.ts'))
})

test('a text with line breaks stays inside its line', () => {
  const { log, lines } = collectingLog()
  log.info({ requestId: 'x\n{"level":60,"msg":"forged"}' }, 'one\r\n{"level":60,"msg":"forged"}')
  expect(lines()).toHaveLength(1)
})

test('a cycle or an endless object does not break the log', () => {
  const { log, lines } = collectingLog()
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  log.info({ cycle }, 'still written')
  expect(lines()[0]).toMatchObject({ msg: 'still written' })
})
