import { captureTimeoutMs } from '@ekyc/contract/limits'

import { branding } from '../api/branding.ts'
import { t, type NameIn } from '../texts/t.ts'
import type { ScannerProblem } from './scanner-problem.ts'

export type AdviceName = NameIn<'scanner.advice.', '.happened'>

export type Advice = {
  happened: string
  because?: string
  tell: string
  now: string
}

export function adviceOn({ advice, score }: Pick<ScannerProblem, 'advice' | 'score'>): Advice {
  const { deviceServiceVersion: version } = branding()
  return adviceFor(advice, { version, ...(score !== undefined && { score }) })
}

export function adviceFor(name: AdviceName, values: { version: string; score?: number }): Advice {
  return {
    happened: t(`scanner.advice.${name}.happened`, { ...values, seconds: captureTimeoutMs / 1000 }),
    tell: t(`scanner.advice.${name}.tell`),
    now: t(`scanner.advice.${name}.now`, values),
  }
}
