import type { AdviceName } from './advice.ts'

const portalFaults = [100, 120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220, 770]

/**
 * Every errCode of the device service's Resp (RD service 2.0 and the vendors' lists) with the agent's options. Keys are
 * text, because some vendors' codes are not numbers. The authority uses some of the same numbers with other meanings;
 * never look up its codes here.
 */
export const deviceCodes: Readonly<Record<string, DeviceCode>> = {
  ...Object.fromEntries(portalFaults.map(code => [code, { advice: 'portalFault', tryAgain: false }])),
  '110': { advice: 'driverTooOld', tryAgain: false },
  '700': { advice: 'noFinger', tryAgain: true },
  '710': { advice: 'inUse', tryAgain: true },
  '720': { advice: 'notReady', tryAgain: true },
  '730': { advice: 'captureFailed', tryAgain: true },
  '740': { advice: 'reinitialise', tryAgain: true },
  '750': { advice: 'wrongScanner', tryAgain: false },
  '760': { advice: 'wrongScanner', tryAgain: false },
  '900': { advice: 'lockedToAnother', tryAgain: false },
  '999': { advice: 'serviceFault', tryAgain: true },
}

export type DeviceCode = { advice: AdviceName; tryAgain: boolean }

/** Reads the device's text where its code says too little: the code is unknown, or 999, which covers many causes. */
export function deviceCode(errCode: string, text = ''): DeviceCode {
  const known = deviceCodes[errCode.trim()]
  if (known && known.advice !== 'serviceFault') return known
  return { advice: adviceByText(text) ?? known?.advice ?? 'unknownCode', tryAgain: true }
}

/** Finds the cause that a vendor's own words name; undefined when they name none. */
export function adviceByText(text: string): AdviceName | undefined {
  return causes.find(({ sign }) => sign.test(text))?.advice
}

/** The first that fits counts: texts on registration and keys often tell to connect to the internet. */
const causes: readonly { sign: RegExp; advice: AdviceName }[] = [
  { sign: /licen[cs]e/i, advice: 'licence' },
  { sign: /rotat|certificate|key (?:has )?expired/i, advice: 'reinitialise' },
  { sign: /(?:not|un)[- ]?registered|registration|register\b|white-?list/i, advice: 'notRegistered' },
  { sign: /network|internet|proxy|offline/i, advice: 'noInternet' },
]
