import type { RequestDevice } from '@ekyc/contract/wire'

import { thisDevice, lookUpAddress, unknownAddress } from './this-device.ts'
import { branding, loadBranding } from './branding.ts'

let address: Promise<string> | undefined

export async function deviceInfo(): Promise<RequestDevice> {
  address ??= loadBranding()
    .then(() => lookUpAddress(branding().addressLookup))
    .catch(() => unknownAddress)
  return thisDevice(await address)
}

export function takeAddress(known: Promise<string>): void {
  address = known
}
