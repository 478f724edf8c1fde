/** The address of a device service. The host is always this computer. */
export type ServiceAddress = {
  scheme: 'http' | 'https'
  host: LoopbackHost
  port: number
}

export type LoopbackHost = '127.0.0.1' | 'localhost'

/** Tells whether a value is a service address. Use this check for data from a storage or a settings file. */
export function isServiceAddress(value: unknown): value is ServiceAddress {
  if (typeof value !== 'object' || value === null) return false
  if (!('scheme' in value && 'host' in value && 'port' in value)) return false
  const { scheme, host, port } = value
  if (scheme !== 'http' && scheme !== 'https') return false
  if (host !== '127.0.0.1' && host !== 'localhost') return false
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= 65_535
}

/**
 * Returns the origin of an address, such as http://127.0.0.1:11100.
 * @throws {TypeError} if the address is invalid or of another host, which is a bug of the caller
 */
export function originOf(address: ServiceAddress): string {
  if (!isServiceAddress(address)) throw new TypeError('A device service is asked on this computer only')
  return `${address.scheme}://${address.host}:${address.port}`
}

export function addressOf({ scheme, host, port }: ServiceAddress): ServiceAddress {
  return { scheme, host, port }
}
