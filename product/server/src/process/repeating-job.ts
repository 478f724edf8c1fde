/** The transaction that created the work commits during this time, in ms. */
const soonMs = 20

/** The job does one run at a time. An error goes to onFault, and the next run tries again. */
export function createRepeatingJob(options: {
  everyMs: number
  run: (stopping: AbortSignal) => Promise<unknown>
  onFault: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  let isStarted = false
  /** True while an early run is due. Later calls of runSoon must not put it off, since they may never pause. */
  let isSoon = false
  /** True if work came while a run or an early run was under way, which may have missed it. */
  let isWanted = false

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(() => void (running = runOnce()), ms)
  }

  async function runOnce(): Promise<void> {
    try {
      await options.run(stopping.signal)
    } catch (error) {
      options.onFault(error)
    }
    running = undefined
    isSoon = isWanted
    isWanted = false
    schedule(isSoon ? soonMs : options.everyMs)
  }

  return {
    start(): void {
      isStarted = true
      isSoon = true
      schedule(0)
    },
    runSoon(): void {
      if (running || isSoon) isWanted = true
      else {
        isSoon = true
        schedule(soonMs)
      }
    },
    /** Prevents further runs. Resolves when the current run has ended. */
    async stop(): Promise<void> {
      isStarted = false
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
