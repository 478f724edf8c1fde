import { setTimeout as sleep } from 'node:timers/promises'

import { build } from './build.ts'
import { closeInOrder } from './close-in-order.ts'
import { aborted, listenForStop } from './stop-requests.ts'

const callsFinishWithinMs = 30_000

type Log = { info(facts: object, text: string): void; warn(text: string): void }

export type Serving = {
  stop: AbortSignal
  /** Adds steps to the stop. They run in the given order, before the steps that were added earlier. */
  atStop(...steps: (() => Promise<unknown>)[]): void
  /** Adds a step that runs after all steps of `atStop`. The stop waits for this step without a time limit. */
  atEnd(step: () => Promise<unknown>): void
}

/**
 * Runs a program until a signal asks it to stop. Tells its parent when the program is ready. After the signal, waits
 * for the drain time and then runs the steps of the stop.
 * @param start opens all parts of the program, and returns the address at which the program listens
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
    // During the drain time, a proxy sees the failed readiness check before the listener closes.
    await Promise.race([aborted(stopAtOnce), sleep(drainMs)])
  } finally {
    const inTime = await closeInOrder(stopping, callsFinishWithinMs)
    if (!inTime) log.warn(`the stop did not wait longer than ${callsFinishWithinMs} ms for calls and jobs`)
    for (const end of ending) await end()
    await destination.settled()
    if (!inTime) process.exit(1)
  }
}

/** Runs a program and then exits. If the program fails, the error's text goes to standard error. */
export function runProgram(main: () => Promise<void>): void {
  // Errors of an output are ignored, because a full disk must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}
