import { setTimeout as pause } from 'node:timers/promises'

/** Waits for some milliseconds. Rejects when the signal is aborted. A test passes a wait of its own. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

export const machineWait: Wait = (ms, signal) => pause(ms, undefined, { signal })
