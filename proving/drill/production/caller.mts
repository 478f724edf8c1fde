import { request as inTheClear, type IncomingHttpHeaders } from 'node:http'
import { connect, type ClientHttp2Session } from 'node:http2'
import { Agent, request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request to the portal. `base` replaces the portal's address, and such a request goes by HTTP/1.1 without TLS. */
export type Ask = {
  path: string
  method?: string
  body?: object
  headers?: Record<string, string>
  base?: string
}
export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
/** The number of answers of each kind, and the texts of the first five answers whose status is not 200. */
export type Counts = { counts: Record<string, number>; others: string[] }

type Exchange = (ask: Ask) => Promise<Answer>
type Many = { asks: Ask[]; perSecond: number }
type Message =
  | { id: number; what: 'stop' }
  | ({ id: number; what: 'once' } & Ask)
  | ({ id: number; what: 'many' } & Many)

/**
 * Simulates an agent's computer in a container with its own address. Each line of JSON on standard input asks for one
 * request or for many requests at a steady rate, or stops the many. The lines of JSON on standard output are the
 * computer's address, and then the answers.
 */
const [base = '', version] = process.argv.slice(2)
const exchange = version === '2' ? http2Exchange() : http1Exchange()
const load = { stop: new AbortController() }

const outward = Object.values(networkInterfaces())
  .flat()
  .find(network => network && !network.internal && network.family === 'IPv4')
tell({ address: outward?.address })

createInterface({ input: process.stdin })
  .on('line', line => void hear(JSON.parse(line) as Message))
  .on('close', () => process.exit(0))

async function hear(message: Message): Promise<void> {
  if (message.what === 'stop') load.stop.abort()
  else tell({ id: message.id, ...(await (message.what === 'many' ? many(message) : once(message))) })
}

async function once(ask: Ask): Promise<Answer> {
  try {
    return await (ask.base ? http1Exchange(inTheClear) : exchange)(ask)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return { status: 0, headers: {}, body: `${code} ${message}` }
  }
}

/** Sends requests at a steady rate, even if answers are late, until a stop message comes. Waits for every answer. */
async function many({ asks, perSecond }: Many): Promise<Counts> {
  load.stop = new AbortController()
  const { signal } = load.stop
  const counts: Record<string, number> = {}
  const others: string[] = []
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  for (let sent = 0; !signal.aborted; sent++) {
    const ask = asks[sent % asks.length]
    if (!ask) break
    const answered = note(ask).finally(() => underWay.delete(answered))
    underWay.add(answered)
    await sleep(Math.max(0, began + ((sent + 1) * 1_000) / perSecond - performance.now()))
  }
  await Promise.all(underWay)
  return { counts, others }

  async function note(ask: Ask): Promise<void> {
    const answer = await once(ask)
    const kind = kindOf(answer)
    counts[kind] = (counts[kind] ?? 0) + 1
    const at = Math.round(performance.now() - began)
    if (answer.status !== 200 && others.length < 5)
      others.push(`${at} ms ${ask.path}: ${answer.status} ${answer.body.slice(0, 200)}`)
  }
}

function kindOf({ status, body }: Answer): string {
  if (status === 0) return `no answer: ${body}`
  if (status !== 200) return String(status)
  try {
    const { response } = JSON.parse(body) as { response: { success: boolean } }
    return response.success ? 'success' : 'refusal'
  } catch {
    return 'no JSON'
  }
}

function headersOf({ body, headers }: Ask): Record<string, string> {
  return { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
}

function http1Exchange(ways: typeof inTheClear = request): Exchange {
  const agent = ways === request ? new Agent({ keepAlive: true, maxSockets: 50 }) : undefined
  return ask =>
    new Promise((resolve, reject) => {
      const { method = 'POST', path, body } = ask
      const to = ways(new URL(path, ask.base ?? base), { method, agent, headers: headersOf(ask) }, answer => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        )
        answer.on('error', reject)
      })
      to.setTimeout(60_000, () => to.destroy(new Error('no answer in 60 s')))
      // Sends the request again, as browsers do, if the proxy closed a kept connection before the request arrived.
      const again = (error: NodeJS.ErrnoException) => to.reusedSocket && error.code === 'ECONNRESET'
      to.on('error', error => (again(error) ? resolve(http1Exchange(ways)(ask)) : reject(error)))
      to.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

function http2Exchange(): Exchange {
  let session: ClientHttp2Session | undefined
  return ask =>
    new Promise((resolve, reject) => {
      if (!session || session.closed || session.destroyed) {
        session = connect(base)
        session.on('error', reject)
      }
      const { method = 'POST', path, body } = ask
      const stream = session.request({ ':method': method, ':path': path, ...headersOf(ask) })
      let headers: IncomingHttpHeaders & { ':status'?: number | undefined } = {}
      let text = ''
      stream.on('response', got => (headers = got))
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => resolve({ status: headers[':status'] ?? 0, headers, body: text }))
      stream.on('error', reject)
      stream.setTimeout(60_000, () => stream.destroy(new Error('no answer in 60 s')))
      stream.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

function tell(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
