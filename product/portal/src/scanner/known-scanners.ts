import { isServiceAddress, type ServiceAddress } from '@ekyc/rd-client'

/** The addresses of this computer's device services, by which the next search asks them alone. */
const key = 'device.scanners'

/** Returns what the last search found, in whatever session; the storage is untrusted. */
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
    // Without storage the session alone remembers a scanner.
  }
}
