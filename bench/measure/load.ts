import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Whole HTTP requests, sent in turn, each connection having one on its way. With `seconds` they are sent over and over
 * until then, else each once. With `rate` so many are due each second, and a latency counts from when its request was
 * due; without, each connection sends its next one at once. An answer that holds `isFailure` counts as failed, whatever
 * its status.
 */
export type Job = {
  address: string
  requests: string[]
  connections: number
  seconds?: number | undefined
  rate?: number | undefined
  isFailure?: string
}

/** `perSecond` counts neither failed nor refused answers. */
export type LoadResult = {
  perSecond: number
  seconds: number
  completed: number
  failed: number
  refused: number
  broken: number
  statuses: Record<number, number>
  firstFailure?: string
  latenciesMs: number[]
  latenciesByStatus: Record<number, number[]>
  cpuSeconds: number
}

export type Load = {
  /** Runs one job at a time. */
  run(job: Job): Promise<LoadResult>
  /** Runs a job of which every call must succeed. */
  runWithoutFailure(job: Job): Promise<LoadResult>
  stop(): void
}

/**
 * Starts a generator of load in a process of its own, on bare sockets: on a small machine it competes with what it
 * measures, so it does as little as can be, and says how much that was.
 */
export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load-program.ts', import.meta.url)))
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the load generator has ended')))
  died.catch(() => {}) // at its end it may
  return { run, runWithoutFailure, stop: () => child.disconnect() }

  async function run(job: Job): Promise<LoadResult> {
    child.send(job)
    const [result] = (await Promise.race([once(child, 'message'), died])) as [LoadResult]
    return result
  }

  async function runWithoutFailure(job: Job) {
    const result = await run({ ...job, isFailure: refusal })
    if (result.completed === 0 || notCompleted(result) > 0)
      throw new Error(
        `calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`,
      )
    return result
  }
}

/** Stands in the answer to a call that was refused. */
export const refusal = '"success":false'

export function notCompleted({
  failed,
  refused,
  broken,
}: Pick<LoadResult, 'failed' | 'refused' | 'broken'>): number {
  return failed + refused + broken
}

/** A whole HTTP request on a connection that is kept. */
export function httpRequest({
  path,
  headers,
  body,
}: {
  path: string
  headers: Record<string, string>
  body: object
}): string {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
