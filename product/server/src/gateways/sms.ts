import { type SmsSender, Unavailable } from '../domain/ports.ts'
import { sendPostTo, type PostAnswer } from './http-post.ts'

type SmsSettings = { url: string; key: string; deadlineMs: number }

export function createSmsGateway(settings: SmsSettings): SmsSender {
  return {
    async send(message) {
      const { status } = await postMessage(settings, JSON.stringify(message))
      if (status < 200 || status > 299) throw new Unavailable('sms', `message not accepted, HTTP ${status}`)
    },
  }
}

export function postMessage({ url, key, deadlineMs }: SmsSettings, body: string): Promise<PostAnswer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return sendPostTo('sms', { url: `${url.replace(/\/+$/, '')}/messages`, headers, body, deadlineMs })
}
