import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * A job sends `requests`, which are complete HTTP requests, in turn on `connections` connections. With `seconds`, the
 * job repeats the requests for that time; otherwise it sends each request once. `rate` is the number of requests per
 * second; the latency of a request then counts from the time when it was due. Without `rate`, each connection sends its
 * next request at once. An answer that contains `isFailure` counts as failed.
 */
export type Job = {
  address: string
  requests: string[]
  connections: number
  seconds?: number | undefined
  rate?: number | undefined
  isFailure?: string
}

/** `perSecond` counts completed calls only. */
export type LoadResult = {
  perSecond: number
  seconds: number
  completed: number
  /** The number of calls that failed, were refused or lost their connection. */
  notCompleted: number
  statuses: Record<number, number>
  firstFailure?: string
  latenciesMs: number[]
  latenciesByStatus: Record<number, number[]>
  cpuSeconds: number
}

export type Load = {
  /** Only one job may run at a time. */
  run(job: Job): Promise<LoadResult>
  /** Throws an error if a call fails or is refused. */
  runWithoutFailure(job: Job): Promise<LoadResult>
  stop(): void
}

/**
 * Starts the load generator in another process. It uses bare sockets, because on a small machine it competes with the
 * server for the processor. It also reports its own processor time.
 */
export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load-program.ts', import.meta.url)))
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the load generator has ended')))
  died.catch(() => {}) // The exit is no error after `stop`.
  return { run, runWithoutFailure, stop: () => child.disconnect() }

  async function run(job: Job): Promise<LoadResult> {
    child.send(job)
    const [result] = (await Promise.race([once(child, 'message'), died])) as [LoadResult]
    return result
  }

  async function runWithoutFailure(job: Job) {
    const result = await run({ ...job, isFailure: refusal })
    if (result.completed === 0 || result.notCompleted > 0)
      throw new Error(
        `calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`,
      )
    return result
  }
}

/** A text that only the answer to a refused call contains. */
export const refusal = '"success":false'

export function httpRequest(path: string, headers: Record<string, string>, body: object): string {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
