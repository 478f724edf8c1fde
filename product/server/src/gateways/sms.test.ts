import { expect, test } from 'vitest'

import type { SmsSender } from '../domain/ports.ts'
import { fakeServerOfTest, type FakeServer } from '../../testing/outside/fake-server.ts'
import { createSmsGateway } from './sms.ts'

async function smsAt(
  part: Parameters<typeof fakeServerOfTest>[0],
  deadlineMs = 10_000,
): Promise<{ sms: SmsSender; server: FakeServer }> {
  const server = await fakeServerOfTest(part)
  return { sms: createSmsGateway({ url: `${server.url}/sms`, key: 'sms-key', deadlineMs }), server }
}

const message = { id: 'message-1', to: '9000000002', text: 'Your one-time password is 123456' }

test('a message reaches the provider with its id and our key', async () => {
  const { sms, server } = await smsAt(response => response.writeHead(201).end())
  await sms.send(message)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    path: '/sms/messages',
    headers: { authorization: 'Bearer sms-key', 'content-type': 'application/json' },
  })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(message)
})

test('a message carries the registration of its text', async () => {
  const { sms, server } = await smsAt(response => response.writeHead(202).end())
  const dlt = { entityId: '1001', templateId: '1007', headerId: 'BANKNM' }
  await sms.send({ ...message, dlt })
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ ...message, dlt })
})

const parts: Record<string, Parameters<typeof fakeServerOfTest>[0]> = {
  refuses: response => response.writeHead(401).end(),
  redirects: response => response.writeHead(302).end(),
  'does not answer': () => undefined,
  'hangs up': response => response.destroy(),
}

test.each(Object.entries(parts))(
  'a provider that %s is unavailable, and the error does not show the OTP',
  async (_, part) => {
    const { sms } = await smsAt(part, 200)
    const sending = sms.send(message)
    await expect(sending).rejects.toMatchObject({ name: 'Unavailable' })
    const errorText = await sending.catch((error: Error) => `${error.stack} ${String(error.cause)}`)
    expect(errorText).not.toMatch(/123456|sms-key/)
  },
)
