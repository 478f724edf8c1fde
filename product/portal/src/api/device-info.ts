import type { RequestDevice } from '@ekyc/contract/wire'

import { readAddress } from './address-answer.ts'
import { branding, loadBranding } from './branding.ts'
import { fetchOnce } from './early-answers.ts'
import { fetchTimed } from './fetch-timed.ts'
import { thisDevice, unknownAddress } from './this-device.ts'

/** The time limit of the address look-up in ms. Every call waits for the look-up, so the limit is short. */
const lookupTimeoutMs = 2000

let address: Promise<string> | undefined

/** Returns the device object of every call. The portal looks up the IP address once per page load. */
export async function deviceInfo(): Promise<RequestDevice> {
  address ??= lookUpAddress()
  return thisDevice(await address)
}

async function lookUpAddress(): Promise<string> {
  await loadBranding()
  const path = branding().addressLookup
  const init: RequestInit = { cache: 'no-store', signal: AbortSignal.timeout(lookupTimeoutMs) }
  try {
    return await readAddress(
      path.startsWith('/') ? await fetchTimed(path, init) : (await fetchOnce(path, init)).response,
    )
  } catch {
    return unknownAddress
  }
}
