import { isServiceAddress, type ServiceAddress } from '@ekyc/rd-client'

/** The key of this computer's device service addresses in localStorage. Do KYC asks these addresses first. */
const key = 'device.scanners'

/** Returns the addresses that the last successful search found, even in an earlier session. */
export function knownScanners(): ServiceAddress[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isServiceAddress) : []
  } catch {
    return []
  }
}

export function learnScanners(services: readonly ServiceAddress[]): void {
  if (services.length === 0) return
  const addresses = services.map(({ scheme, host, port }) => ({ scheme, host, port }))
  try {
    localStorage.setItem(key, JSON.stringify(addresses))
  } catch {
    // Without storage, the portal forgets the scanner at the end of the session.
  }
}
