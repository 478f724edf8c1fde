import { setTimeout as sleep } from 'node:timers/promises'

import { build } from './build.ts'
import { closeInOrder } from './close-in-order.ts'
import { aborted, listenForStop } from './stop-requests.ts'

const callsFinishWithinMs = 30_000

type Log = { info(facts: object, text: string): void; warn(text: string): void }

/** A program that serves until it is asked to stop gets these. */
export type Serving = {
  stop: AbortSignal
  /** Adds steps of the stop, in their order; they come before those that were added earlier. */
  atStop(...steps: (() => Promise<unknown>)[]): void
  /** Adds a step that comes after all others, and that the stop awaits however long it takes. */
  atEnd(step: () => Promise<unknown>): void
}

/**
 * Serves until a signal: tells the launcher when the program is ready, drains, and stops in reverse
 * order.
 * @param start opens everything, and returns the address that it listens at
 */
export async function serveUntilStopped(
  { log, destination, drainMs }: { log: Log; destination: { settled(): Promise<void> }; drainMs: number },
  starting: string,
  start: (serving: Serving) => Promise<string>,
): Promise<void> {
  const { stop, stopAtOnce } = listenForStop()
  log.info({ ...build, node: process.version }, starting)
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
    await aborted(stop)
    log.info({ drainMs }, 'asked to stop')
    // The drain time lets a proxy see the failed readiness check before the listener closes.
    await Promise.race([aborted(stopAtOnce), sleep(drainMs)])
  } finally {
    const inTime = await closeInOrder(stopping, callsFinishWithinMs)
    if (!inTime) log.warn(`the stop did not wait longer than ${callsFinishWithinMs} ms for calls and jobs`)
    for (const end of ending) await end()
    await destination.settled()
    if (!inTime) process.exit(1)
  }
}

/** Runs a program's whole life; a failure to start is one text on standard error. */
export function runProgram(main: () => Promise<void>): void {
  // A full disk behind an output must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}
