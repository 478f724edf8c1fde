/** Runs `work` as soon as a slot is free, in the order of the calls. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(slots: number): Semaphore {
  const queue: (() => void)[] = []
  let running = 0

  return async work => {
    if (running < slots) running += 1
    else await new Promise<void>(resolve => queue.push(resolve)) // The call that ends passes its slot to this call.
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
