import { captureTimeoutMs } from '@ekyc/contract/limits'

import { t, type NameIn } from '../texts/t.ts'

/** The names of the scan failures that have advice. The catalogue has three sentences for each name. */
export type AdviceName = NameIn<'scanner.advice.', '.happened'>

/** The advice on a failure: what happened, what the agent tells the customer and what the agent does now. */
export type Advice = {
  happened: string
  /** The cause of the failure, if this cause helps the agent. */
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
