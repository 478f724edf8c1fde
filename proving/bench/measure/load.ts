import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { HttpRequest } from '../../journeys/http-client.ts'

/**
 * A job sends `requests`, which are complete HTTP requests, in turn on `connections` connections. With `seconds`, the
 * job repeats the requests for that time; otherwise it sends each request once.
 */
export type Job = { address: string; requests: string[]; connections: number; seconds?: number | undefined }

/** `failure` is the first answer other than success. Then the other figures mean nothing. */
export type LoadResult = {
  perSecond: number
  completed: number
  latenciesMs: number[]
  cpuSeconds: number
  failure?: string
}

export type Load = {
  /**
   * Only one job may run at a time.
   * @throws {Error} a call failed or was refused
   */
  run(job: Job): Promise<LoadResult>
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
  return {
    async run(job) {
      child.send(job)
      const [result] = (await Promise.race([once(child, 'message'), died])) as [LoadResult]
      if (result.failure !== undefined) throw new Error(`A call failed: ${result.failure}`)
      return result
    },
    stop: () => child.disconnect(),
  }
}

/** Returns the bytes of an HTTP request. */
export function bytesOf({ path, headers, body }: HttpRequest): string {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-length': Buffer.byteLength(text),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
