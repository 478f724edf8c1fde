import { createRdClient, createRecorder, type RdClient, type RecordedExchange } from '@ekyc/rd-client'

export type Step = { at: number; step: string }

const recorder = createRecorder()
let startedAt = performance.now()
let steps: Step[] = []

/**
 * Makes a client that records its exchanges with devices for a support case. The redacted exchanges stay in memory
 * until the next attempt.
 */
export function recordedClient(): RdClient {
  return createRdClient({ observe: recorder.observe })
}

export function beginAttempt(): void {
  recorder.begin()
  startedAt = performance.now()
  steps = []
}

export function noteStep(step: string): void {
  steps = [...steps, { at: Math.round(performance.now() - startedAt), step }].slice(-100)
}

export function lastAttempt(): { steps: Step[]; exchanges: RecordedExchange[] } {
  return { steps, exchanges: [...recorder.exchanges()] }
}
