import type { Origin } from '../sign-in/origin.ts'
import type { Stores } from '../stores.ts'

/** Tells whether the call's device is still trusted for the phone, after a log-in or a new password on the device. */
export async function knowsDevice(
  stores: Pick<Stores, 'signInAttempts'>,
  mobile: string,
  { device }: Origin,
  at: Date,
): Promise<boolean> {
  if (device === undefined) return false
  return (await stores.signInAttempts.trustedOf(mobile, [device], at)).length === 1
}
