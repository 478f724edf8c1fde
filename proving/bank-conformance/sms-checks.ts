import { randomUUID } from 'node:crypto'

import type { SmsMessage } from '@ekyc/contract/sms'

import type { ServerConfig } from '../../product/server/src/config/read-config.ts'
import { sendPost, type PostAnswer } from '../../product/server/src/gateways/http-post.ts'
import { type Check, notTaken, wrongStatus } from './check.ts'

export type SmsUnderTest = ServerConfig['sms'] & {
  /** The phone number that gets one message. Without a number, the checks send no message. */
  phone?: string | undefined
}

/** Lists the demands of docs/integration.md on an SMS provider, each with the request that tests it. */
export function smsChecks(provider: SmsUnderTest): Check[] {
  const url = `${provider.url.replace(/\/+$/, '')}/messages`
  const { phone } = provider

  async function ask(message: object, authorization: Record<string, string>): Promise<PostAnswer> {
    const headers = { ...authorization, 'content-type': 'application/json' }
    return await sendPost({ url, headers, body: JSON.stringify(message), deadlineMs: provider.deadlineMs })
  }

  const rightKey = { authorization: `Bearer ${provider.key}` }
  const refuses = (what: string, status: number, message: object, authorization: Record<string, string>) => ({
    promise: `/messages: ${what} is refused`,
    shortcoming: async () => wrongStatus(await ask(message, authorization), status),
  })
  const takes = (promise: string, message: SmsMessage): Check => ({
    promise: `/messages: ${promise}`,
    shortcoming: async () => notTaken(await ask(message, rightKey)),
  })

  // The requests to be refused have no receiver, since a provider that accepts a wrong key would send a whole message.
  return [
    refuses('a request without a key', 401, {}, {}),
    refuses('a wrong key', 401, {}, { authorization: `Bearer ${randomUUID()}` }),
    refuses('a message without receiver and text', 400, {}, rightKey),
    ...(phone === undefined ? [] : sentTwice({ id: randomUUID(), to: phone, text: textOfTest })),
  ]

  function sentTwice(message: SmsMessage): Check[] {
    return [
      takes('a message is taken', message),
      takes('the same message is taken again (look that the phone got it once)', message),
    ]
  }
}

const textOfTest = 'Conformance test of the eKYC portal.\n\nThis is its third line.'
