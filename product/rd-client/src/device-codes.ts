/** The meaning of a device's errCode, and whether another try can help. */
export type DeviceSituation = { situation: SituationName; tryAgain: boolean }

export type SituationName =
  | 'callerFault'
  | 'driverTooOld'
  | 'noFinger'
  | 'inUse'
  | 'notReady'
  | 'captureFailed'
  | 'reinitialise'
  | 'wrongScanner'
  | 'lockedToAnother'
  | 'serviceFault'
  | 'unknownCode'
  | 'licence'
  | 'notRegistered'
  | 'noInternet'

/**
 * The published errCodes of a device service's Resp except 0, from RD service 2.0 and the vendors' lists. The keys are
 * strings, because some vendors' codes are not numbers. Never look up the authority's codes here: the authority uses
 * some of the same numbers with other meanings.
 */
export const deviceCodes: Readonly<Record<string, DeviceSituation>> = {
  ...Object.fromEntries(
    // The options that the caller wrote: their XML, a value out of range, or a format that the service lacks.
    ['100', '120', '130', '140', '150', '160', '170', '180', '190', '200', '210', '220', '770'].map(code => [
      code,
      { situation: 'callerFault', tryAgain: false } as const,
    ]),
  ),
  /** Drivers before 2022 refuse fType 2. */
  '110': { situation: 'driverTooOld', tryAgain: false },
  '700': { situation: 'noFinger', tryAgain: true },
  '710': { situation: 'inUse', tryAgain: true },
  '720': { situation: 'notReady', tryAgain: true },
  '730': { situation: 'captureFailed', tryAgain: true },
  '740': { situation: 'reinitialise', tryAgain: true },
  /** No fingerprints. */
  '750': { situation: 'wrongScanner', tryAgain: false },
  /** No iris. */
  '760': { situation: 'wrongScanner', tryAgain: false },
  '900': { situation: 'lockedToAnother', tryAgain: false },
  '999': { situation: 'serviceFault', tryAgain: true },
}

/** Returns the situation that an errCode means. Uses `text` only for unknown codes and 999, which has many causes. */
export function situationOf(errCode: string, text = ''): DeviceSituation {
  const { situation, tryAgain = true } = deviceCodes[errCode.trim()] ?? {}
  if (situation && situation !== 'serviceFault') return { situation, tryAgain }
  return { situation: situationByText(text) ?? situation ?? 'unknownCode', tryAgain: true }
}

/** Finds the situation that a vendor's text describes. Returns undefined if the text fits none of the known causes. */
export function situationByText(text: string): SituationName | undefined {
  return causes.find(({ sign }) => sign.test(text))?.situation
}

/** The first matching pattern wins. `noInternet` is last, because texts on other causes often mention the internet. */
const causes: readonly { sign: RegExp; situation: SituationName }[] = [
  { sign: /licen[cs]e/i, situation: 'licence' },
  { sign: /rotat|certificate|key (?:has )?expired/i, situation: 'reinitialise' },
  { sign: /(?:not|un)[- ]?registered|registration|register\b|white-?list/i, situation: 'notRegistered' },
  { sign: /network|internet|proxy|offline/i, situation: 'noInternet' },
]
