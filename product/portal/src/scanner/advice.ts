import { captureTimeoutMs } from '@ekyc/contract/limits'

import { t, type NameIn } from '../texts/t.ts'

/** The scan failures with advice. The catalogue has three sentences for each. */
export type AdviceName = NameIn<'scanner.advice.', '.happened'>

/** The advice on a failure: what happened, what to tell the customer and what to do now. */
export type Advice = {
  happened: string
  /** The cause, if it helps to know it. */
  because?: string
  tell: string
  now: string
}

export function adviceFor(name: AdviceName, values: { version: string; score?: number }): Advice {
  return {
    happened: t(`scanner.advice.${name}.happened`, { ...values, seconds: captureTimeoutMs / 1000 }),
    tell: t(`scanner.advice.${name}.tell`),
    now: t(`scanner.advice.${name}.now`, values),
  }
}
