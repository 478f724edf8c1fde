import type { RequestDevice } from '@ekyc/contract/wire'

import { thisDevice } from './this-device.ts'
import { lookUpAddress, unknownAddress } from './look-up-address.ts'
import { branding, loadBranding } from './branding.ts'

let address: Promise<string> | undefined

/** Returns the device object of every call. The portal looks up the IP address once per page load. */
export async function deviceInfo(): Promise<RequestDevice> {
  address ??= loadBranding()
    .then(() => lookUpAddress(branding().addressLookup))
    .catch(() => unknownAddress)
  return thisDevice(await address)
}

/** Takes the address that the log-in's script has looked up on the same page. */
export function takeAddress(known: Promise<string>): void {
  address = known
}
