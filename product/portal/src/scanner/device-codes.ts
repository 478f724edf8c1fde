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

/**
 * Returns the entry of a code. An unknown code gets 'serviceFault': the screen shows the device's own text and allows
 * another try.
 */
export function deviceCode(errCode: string): DeviceCode {
  return deviceCodes[errCode.trim()] ?? { advice: 'serviceFault', tryAgain: true }
}
