import { setTimeout as wait } from 'node:timers/promises'

import { flag, nullable, number } from '@ekyc/rd-simulator/control'

import { text, xml, type Answer } from './route.ts'

export type Faults = { delayMs: number; httpStatus: number | null; garbage: boolean; cut: boolean }

export const noFaults: Faults = { delayMs: 0, httpStatus: null, garbage: false, cut: false }

export const faultFields = {
  delayMs: number('milliseconds', 0, 600_000),
  httpStatus: nullable(number('an HTTP status', 200, 599)),
  garbage: flag,
  cut: flag,
}

/**
 * Calls `work` and answers with the given faults. If an HTTP status is set, `work` is not called. A cut or garbled
 * answer is sent after `work` has ended. Rejects if the caller disconnects during the delay.
 */
export async function misbehave(
  faults: Readonly<Faults>,
  hungUp: AbortSignal,
  work: () => Answer | Promise<Answer>,
): Promise<Answer> {
  if (faults.delayMs > 0) await wait(faults.delayMs, undefined, { signal: hungUp })
  if (faults.httpStatus !== null) return text(faults.httpStatus, 'The sandbox was told to answer this.')
  const answer = await work()
  if (faults.cut) return { kind: 'cut' }
  return faults.garbage ? garbage() : answer
}

export function garbage(): Answer {
  return xml('<Resp status="0" ret="y" ><<< {"oops": \u0007&&& not what you asked for')
}
