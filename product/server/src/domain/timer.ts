/** Waits and measures time for the rules, so that a simulation can decide when a wait ends. */
export type Timer = {
  /** Returns the milliseconds since any fixed moment; a step of the clock does not move them. */
  uptimeMs(): number
  wait(ms: number): Promise<void>
}

export const machineTimer: Timer = {
  uptimeMs: () => performance.now(),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
}
