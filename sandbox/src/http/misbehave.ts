import { setTimeout as wait } from 'node:timers/promises'

import { flag, httpStatus, milliseconds } from './control.ts'
import { text, xml, type Answer } from './route.ts'

/** The ways in which any party can be a bad one to talk to. */
export type Faults = { delayMs: number; httpStatus: number | null; garbage: boolean; cut: boolean }

export const noFaults: Faults = { delayMs: 0, httpStatus: null, garbage: false, cut: false }

export const faultFields = { delayMs: milliseconds, httpStatus, garbage: flag, cut: flag }

/**
 * Does the work, misbehaving as told. With an HTTP status set the work is not done at all; a cut or garbled answer is
 * the answer to work that was done. Rejects with the signal's reason when the caller hangs up during the delay.
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

/** Neither XML nor JSON, though it begins like the one. */
export function garbage(): Answer {
  return xml('<Resp status="0" ret="y" ><<< {"oops": \u0007&&& not what you asked for')
}
