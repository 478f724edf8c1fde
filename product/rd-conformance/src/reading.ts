import { RdError, readDeviceInfo, type DeviceInfo } from '@ekyc/rd-client'

import type { Exchange, Observation, Verb } from './observation.ts'

type Reading<T> = { value: T; error?: undefined } | { value?: undefined; error: RdError }

/** Calls `read`, a function of rd-client, with the body of an answer. Returns the value or the RdError. */
export function readingOf<T>({ body }: Pick<Exchange, 'body'>, read: (body: Uint8Array) => T): Reading<T> {
  try {
    return { value: read(body) }
  } catch (error) {
    if (!(error instanceof RdError)) throw error
    return { error }
  }
}

/** Returns the DeviceInfo that the service sent, or undefined if its answer has none. */
export function deviceIn({ deviceInfo }: Observation): DeviceInfo | undefined {
  return readingOf(deviceInfo, readDeviceInfo).value
}

/** Returns one call for each called verb. If no capture was requested, the call for CAPTURE is `badCapture`. */
export function callsIn(seen: Observation): [Verb, Exchange][] {
  const calls: [Verb, Exchange][] = [
    ['RDSERVICE', seen.discovery],
    ['DEVICEINFO', seen.deviceInfo],
    ['CAPTURE', seen.captures[0] ?? seen.badCapture],
  ]
  return calls.filter(([, { ended }]) => ended !== 'unasked')
}

export function answersIn(seen: Observation): [Verb, Exchange][] {
  return callsIn(seen).filter(([, { ended }]) => ended === 'answer')
}

export function textOf({ body }: Exchange): string {
  return new TextDecoder().decode(body)
}

export function endOf({ ended, tookMs }: Exchange): string {
  if (ended === 'unasked') return 'not asked'
  return ended === 'answer' ? 'answered' : `${ended} after ${tookMs} ms`
}

/** Returns a device's text as one line of at most 80 printable ASCII characters. */
export function plain(text = ''): string {
  return text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 80)
}
