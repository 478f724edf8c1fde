import { readFileSync } from 'node:fs'
import { request } from 'node:https'

import { consoleBase, consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'
import type { AnswerOf } from '@ekyc/contract/console/shapes'

type Answered = { status: number; type: string; text: string }

/** Acts as a staff member's browser, which reaches the console only through its proxy and keeps the session cookie. */
export function consoleClient(place: { host: string; port: number; certificateFile: string }) {
  const origin = `https://${place.host}`
  const ca = readFileSync(place.certificateFile)
  let cookie = ''

  function ask(method: string, path: string, body?: object): Promise<Answered> {
    const headers = {
      host: place.host,
      origin,
      'x-console': '1',
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...(method === 'GET' ? { 'sec-fetch-mode': 'navigate', accept: 'text/html' } : {}),
      ...(body && { 'content-type': 'application/json' }),
    }
    const to = { host: '127.0.0.1', port: place.port, servername: place.host, ca, method, path, headers }
    return new Promise((resolve, reject) => {
      const asked = request(to, answer => {
        let text = ''
        const [set] = answer.headers['set-cookie']?.filter(line => line.startsWith('__Host-console=')) ?? []
        if (set) cookie = set.split(';', 1)[0] ?? ''
        answer.on('data', (part: Buffer) => (text += part.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
        )
      })
      asked.on('error', reject)
      asked.end(body && JSON.stringify(body))
    })
  }

  return {
    origin,
    ask,

    /** Throws an error if the status of the answer is not 200. */
    async call<Name extends ConsoleCallName>(name: Name, fields: object = {}): Promise<AnswerOf<Name>> {
      const { method, path } = consoleCalls[name]
      const { status, text } = await ask(method, consoleBase + path, method === 'GET' ? undefined : fields)
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
      return (JSON.parse(text) as { answer: AnswerOf<Name> }).answer
    },
  }
}
