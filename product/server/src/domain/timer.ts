/** Waits and measures time for the rules, so that a simulation can decide when a wait is over. */
export type Timer = {
  /** Milliseconds since any fixed moment; no step of a clock moves them. */
  uptimeMs(): number
  wait(ms: number): Promise<void>
}

export const machineTimer: Timer = {
  uptimeMs: () => performance.now(),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
}
