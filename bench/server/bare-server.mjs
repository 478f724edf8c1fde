import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * What Node and the driver themselves can do, in a process of its own: see bare-server-program.mjs.
 *
 * @param {{ url: string, connections: number, statements: { text: string, values: string[] }[] }} what the database's
 *   `url`, and the statements that each request runs
 * @returns `address`, `pid`, `stop()`
 */
export async function startBareServer(what) {
  const child = fork(fileURLToPath(new URL('bare-server-program.mjs', import.meta.url)))
  child.send(what)
  const [{ port }] = await once(child, 'message')
  return { address: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() }
}
