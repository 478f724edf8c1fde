export type Job = {
  start(): void
  /** Runs once more in a moment, for work that has just come up. */
  runSoon(): void
  /** Resolves when a run in flight has ended; none starts after it. */
  stop(): Promise<void>
}

/** Long enough for the transaction that made the work to commit. */
const soonMs = 20

/** Repeats work in the background, never two runs at once. What a run throws is told and tried again next time. */
export function createJob(options: {
  everyMs: number
  run: () => Promise<unknown>
  onFault: (error: unknown) => void
}): Job {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStarted = false
  let isWanted = false

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(() => void (running = runOnce()), ms)
  }

  async function runOnce(): Promise<void> {
    isWanted = false
    try {
      await options.run()
    } catch (error) {
      options.onFault(error)
    }
    running = undefined
    schedule(isWanted ? soonMs : options.everyMs)
  }

  return {
    start() {
      isStarted = true
      schedule(0)
    },
    runSoon() {
      isWanted = true
      if (!running) schedule(soonMs)
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await running
    },
  }
}
