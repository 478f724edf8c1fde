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
 * The published errCodes of a device service's Resp except 0, from RD service 2.0 and the vendors' lists, with their
 * texts. The keys are strings, because some vendors' codes are not numbers. DNC and DNR are extras of Android intents.
 * Never look up the authority's codes here: the authority uses some of the same numbers with other meanings.
 */
export const deviceCodes: Readonly<Record<string, DeviceSituation & { means: string }>> = {
  '100': ofCaller('Invalid PidOptions input. XML should strictly adhere to spec.'),
  '110': { means: 'Invalid value for fType', situation: 'driverTooOld', tryAgain: false },
  '120': ofCaller('Invalid value for fCount'),
  '130': ofCaller('Invalid value for iCount'),
  '140': ofCaller('Invalid value for iType'),
  '150': ofCaller('Invalid value for pidVer'),
  '160': ofCaller('Invalid value for timeout'),
  '170': ofCaller('Invalid value for posh'),
  '180': ofCaller('Face matching is not supported'),
  '190': ofCaller('Invalid value for format'),
  '200': ofCaller('Invalid Demo structure'),
  '210': ofCaller('Protobuf format not supported'),
  '220': ofCaller('Invalid value of env S, PP or P'),
  '700': { means: 'Capture timed out', situation: 'noFinger', tryAgain: true },
  '710': { means: 'Being used by another application', situation: 'inUse', tryAgain: true },
  '720': { means: 'Device not ready', situation: 'notReady', tryAgain: true },
  '730': { means: 'Capture Failed', situation: 'captureFailed', tryAgain: true },
  '740': { means: 'Device needs to be re-initialized', situation: 'reinitialise', tryAgain: true },
  '750': { means: 'RD Service does not support fingerprints', situation: 'wrongScanner', tryAgain: false },
  '760': { means: 'RD Service does not support Iris', situation: 'wrongScanner', tryAgain: false },
  '770': ofCaller('Invalid URL'),
  '900': { means: 'Device is locked to another application', situation: 'lockedToAnother', tryAgain: false },
  '999': { means: 'Internal error', situation: 'serviceFault', tryAgain: true },
  DNC: { means: 'Device not connected', situation: 'notReady', tryAgain: true },
  DNR: { means: 'Device not registered', situation: 'notRegistered', tryAgain: true },
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

function ofCaller(means: string): DeviceSituation & { means: string } {
  return { means, situation: 'callerFault', tryAgain: false }
}
