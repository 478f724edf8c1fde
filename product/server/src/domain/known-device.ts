import type { Origin } from './origin.ts'
import type { Stores } from './stores.ts'

/** Tells whether the phone has logged in from the call's device. */
export async function knowsDevice(
  stores: Pick<Stores, 'signInAttempts'>,
  mobile: string,
  { device }: Origin,
  at: Date,
): Promise<boolean> {
  if (device === undefined) return false
  return (await stores.signInAttempts.trustedOf(mobile, [device], at)).length === 1
}
