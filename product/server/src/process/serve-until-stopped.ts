import { setTimeout as sleep } from 'node:timers/promises'

import { buildInfo } from './build-info.ts'

const callsFinishWithinMs = 30_000

type Log = { info(facts: object, text: string): void; warn(text: string): void }

type Serving = {
  stop: AbortSignal
  /** The steps run in the given order, before the steps that were added earlier. */
  atStop(...steps: (() => Promise<unknown>)[]): void
  /** The step runs after all steps of `atStop`, and the stop waits for it without a time limit. */
  atEnd(step: () => Promise<unknown>): void
}

/** Tells its parent when the program is ready. @param start returns the address at which the program listens */
export async function serveUntilStopped(
  { log, destination, drainMs }: { log: Log; destination: { settled(): Promise<void> }; drainMs: number },
  starting: string,
  start: (serving: Serving) => Promise<string>,
): Promise<void> {
  const { stop, stopAtOnce } = listenForStop()
  log.info({ ...buildInfo, node: process.version }, starting)
  const stopping: (() => Promise<unknown>)[] = []
  const ending: (() => Promise<unknown>)[] = []

  try {
    const address = await start({
      stop,
      atStop: (...steps) => void stopping.unshift(...steps),
      atEnd: step => void ending.push(step),
    })
    if (stop.aborted) return
    const ready = { ready: true, address }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    process.send?.(ready)
    await untilAborted(stop)
    log.info({ drainMs }, 'asked to stop')
    // During the drain time, a proxy sees the failed readiness check before the listener closes.
    await Promise.race([untilAborted(stopAtOnce), sleep(drainMs)])
  } finally {
    const inTime = await closeInOrder(stopping, callsFinishWithinMs)
    if (!inTime) log.warn(`the stop did not wait longer than ${callsFinishWithinMs} ms for calls and jobs`)
    for (const end of ending) await end()
    await destination.settled()
    if (!inTime) process.exit(1)
  }
}

export function runProgram(main: () => Promise<void>): void {
  // A full disk must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** @returns true if all functions finished, one after another, within the time limit */
export async function closeInOrder(
  closing: readonly (() => Promise<unknown>)[],
  limitMs: number,
): Promise<boolean> {
  let isLate = false
  const limit = sleep(limitMs).then(() => (isLate = true))
  for (const close of closing) await Promise.race([close(), limit])
  return !isLate
}

/**
 * A second signal asks to stop without waiting. With `--exit-with-parent`, the end of standard input stops too, which
 * comes even if the parent process is killed.
 */
function listenForStop(): { stop: AbortSignal; stopAtOnce: AbortSignal } {
  const [first, second] = [new AbortController(), new AbortController()]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (first.signal.aborted ? second : first).abort())
  if (process.argv.includes('--exit-with-parent')) {
    const parentLeft = (): void => first.abort()
    process.stdin.on('close', parentLeft).on('end', parentLeft).resume()
  }
  return { stop: first.signal, stopAtOnce: second.signal }
}
