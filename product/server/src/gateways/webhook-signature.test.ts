import { createHmac } from 'node:crypto'

import { expect, test } from 'vitest'

import { signedWebhookHeaders } from './bank.ts'

test('a request is signed like the example of Standard Webhooks', () => {
  const headers = signedWebhookHeaders({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentOn: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret without the prefix is the key itself', () => {
  const headers = signedWebhookHeaders({
    secret: 'a plain secret',
    id: 'i',
    sentOn: new Date(1_000),
    body: '{}',
  })
  const expected = createHmac('sha256', 'a plain secret').update('i.1.{}').digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
})
