import { type SmsSender, Unavailable } from '../domain/ports.ts'
import { sendPost, PostFailed } from './http-post.ts'

export function createSmsGateway(settings: { url: string; key: string; deadlineMs: number }): SmsSender {
  const url = `${settings.url.replace(/\/+$/, '')}/messages`

  return {
    async send(message) {
      const answer = await sendPost({
        url,
        headers: { authorization: `Bearer ${settings.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
        deadlineMs: settings.deadlineMs,
      }).catch((error: unknown) => {
        if (error instanceof PostFailed) throw new Unavailable('sms', error.message, error)
        throw error
      })
      if (answer.status < 200 || answer.status > 299) {
        throw new Unavailable('sms', `message not accepted, HTTP ${answer.status}`)
      }
    },
  }
}
