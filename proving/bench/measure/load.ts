import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * A job sends `requests`, which are complete HTTP requests, in turn on `connections`. With `seconds` it repeats them
 * for that time, otherwise it sends each once. `rate` sets the requests per second, and their latency counts from their
 * due time; without `rate`, each connection sends its next request at once. An answer that contains `isFailure` counts
 * as failed.
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
  /** The calls that failed, were refused or lost their connection. */
  notCompleted: number
  statuses: Record<number, number>
  firstFailure?: string
  latenciesMs: number[]
  latenciesByStatus: Record<number, number[]>
  cpuSeconds: number
}

export type Load = {
  /** Runs one job at a time. */
  run(job: Job): Promise<LoadResult>
  /** Throws if a call of the job fails. */
  runWithoutFailure(job: Job): Promise<LoadResult>
  stop(): void
}

/**
 * Starts the load generator in another process. The generator uses bare sockets and reports its processor time, because on a
 * small machine it competes with the server.
 */
export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load-program.ts', import.meta.url)))
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the load generator has ended')))
  died.catch(() => {}) // After `stop`, the end is expected.
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

/** The answer to a refused call contains this text. */
export const refusal = '"success":false'

/** Writes an HTTP request for a keep-alive connection. */
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
