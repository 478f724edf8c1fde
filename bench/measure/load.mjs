import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * A generator of load in a process of its own, on bare sockets: on a small machine it competes with what it measures,
 * so it does as little as can be, and says how much that was.
 *
 * @returns `run(job)`, one at a time, and `stop()`
 */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('load-program.mjs', import.meta.url)))
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the load generator has ended')))
  died.catch(() => {}) // at its end it may
  return {
    pid: child.pid,
    /**
     * @param {{ address: string, requests: string[], connections: number, seconds?: number, rate?: number,
     *   isFailure?: string }} job whole HTTP requests, sent in turn, each connection having one on its way.
     *   With `seconds` over and over until then, else each once. With `rate` so many are due each second, and a latency
     *   counts from when its request was due; without, each connection sends its next one at once. An answer that
     *   holds `isFailure` counts as failed, whatever its status
     * @returns {Promise<{ perSecond: number, seconds: number, completed: number, failed: number, refused: number,
     *   broken: number, statuses: Record<number, number>, firstFailure?: string, latenciesMs: number[],
     *   latenciesByStatus: Record<number, number[]>, cpuSeconds: number }>}
     *   `perSecond` counts neither failed nor refused ones
     */
    async run(job) {
      child.send(job)
      const [result] = await Promise.race([once(child, 'message'), died])
      return result
    },
    stop: () => child.disconnect(),
  }
}

/** A whole HTTP request on a connection that is kept. */
export function httpRequest({ method = 'POST', path, headers = {}, body }) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
