/** Waits and measures time for the domain rules. A simulation has its own timer, which decides when a wait ends. */
export type Timer = {
  /** Returns the milliseconds since a fixed moment. A change of the computer's clock does not affect this time. */
  uptimeMs(): number
  wait(ms: number): Promise<void>
}

export const machineTimer: Timer = {
  uptimeMs: () => performance.now(),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
}
