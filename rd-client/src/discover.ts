import type { Fetch } from './exchange.ts'
import type { LocalNetworkPermission, PermissionState } from './local-network-permission.ts'
import { passPermissionGate } from './permission-gate.ts'
import { isFound, probe, type PortResult } from './probe.ts'
import { isServiceAddress, type LoopbackHost, type ServiceAddress } from './service-address.ts'
import type { FoundService } from './service.ts'

export type PortRange = {
  scheme: 'http' | 'https'
  host: LoopbackHost
  from: number
  /** The last port, inclusive. */
  to: number
}

export type DiscoverOptions = {
  /**
   * The ranges in the order of asking. The ports of a range are asked together; the next range follows only when no
   * service was found.
   */
  ranges?: readonly PortRange[] | undefined
  /** The limit for each port in milliseconds; 200 by default. */
  probeTimeoutMs?: number | undefined
  /**
   * The limit in milliseconds of the second try of a silent port; 1,000 by default. A browser needs two round trips,
   * for the preflight and the request.
   */
  secondTryMs?: number | undefined
  /**
   * How long the first call waits for the person's answer to the browser's prompt, in milliseconds; 60,000 by
   * default, 3,000 on a page from localhost.
   */
  firstProbeTimeoutMs?: number | undefined
  /** The service that was used last time. It is asked first; when it is ready, no other port is asked. */
  remembered?: ServiceAddress | undefined
  signal?: AbortSignal | undefined
  /** Called once for each port when its result is final. */
  onProgress?: ((result: PortResult) => void) | undefined
}

export type Discovery = {
  /** Every device service that answered, ready ones first. Let the person choose when several are ready. */
  services: readonly FoundService[]
  /** One result for each port that was asked. */
  ports: readonly PortResult[]
  /**
   * The permission after discovery. 'prompt' without a service may mean that the person dismissed the browser's
   * prompt.
   */
  permission: PermissionState
}

export type Discover = (options?: DiscoverOptions) => Promise<Discovery>

/** The official range is 11100 to 11120. Most services listen in its first half; few vendors use https. */
export const defaultRanges: readonly PortRange[] = [
  { scheme: 'http', host: '127.0.0.1', from: 11_100, to: 11_110 },
  { scheme: 'http', host: '127.0.0.1', from: 11_111, to: 11_120 },
  { scheme: 'https', host: '127.0.0.1', from: 11_100, to: 11_120 },
  { scheme: 'https', host: 'localhost', from: 11_100, to: 11_120 },
]

export function createDiscover(dependencies: {
  fetch: Fetch
  permission: LocalNetworkPermission
  pageHost: string | undefined
}): Discover {
  const { fetch, permission } = dependencies
  const isLocalPage = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(dependencies.pageHost ?? '')

  return async (options = {}) => {
    const { ranges = defaultRanges, probeTimeoutMs = 200, secondTryMs = 1000, signal, onProgress } = options
    const remembered = isServiceAddress(options.remembered) ? options.remembered : undefined
    const results = new Map<string, PortResult>()

    await passPermissionGate({
      fetch,
      permission,
      addresses: [...(remembered ? [remembered] : []), ...portsOf(ranges[0])],
      timeoutMs: options.firstProbeTimeoutMs ?? (isLocalPage ? 3000 : 60_000),
      ifUnanswered: isLocalPage ? 'go-on' : 'refuse',
      signal,
    })

    if (remembered) {
      const result = await probe(fetch, remembered, { timeoutMs: probeTimeoutMs, signal })
      results.set(keyOf(result), result)
      if (result.state === 'ready') {
        onProgress?.(result)
        return summaryOf(results, await permission.state())
      }
    }
    for (const range of ranges) {
      const found = await scan(range)
      for (const result of found) results.set(keyOf(result), result)
      if (found.some(isFound)) break
    }
    return summaryOf(results, await permission.state())

    async function scan(range: PortRange): Promise<PortResult[]> {
      const addresses = portsOf(range)
      const first = await Promise.all(
        addresses.map(address => probe(fetch, address, { timeoutMs: probeTimeoutMs, signal })),
      )
      const isFinal = refusesSlowly(first)
      return await Promise.all(
        first.map(async result => {
          const again = !isFinal && result.state === 'silent'
          const last = again ? await probe(fetch, result, { timeoutMs: secondTryMs, signal }) : result
          onProgress?.(last)
          return last
        }),
      )
    }
  }
}

function portsOf(range: PortRange | undefined): ServiceAddress[] {
  if (!range) return []
  const { scheme, host, from, to } = range
  return Array.from({ length: to - from + 1 }, (_, index) => ({ scheme, host, port: from + index }))
}

function keyOf({ scheme, host, port }: ServiceAddress): string {
  return `${scheme} ${host} ${port}`
}

/**
 * Tells whether this computer refuses connections too slowly for silence to mean anything. Windows repeats a refused
 * connection three times, half a second apart, so every closed port is silent at first; a second try of all of them
 * would only delay the service that was found.
 */
function refusesSlowly(results: readonly PortResult[]): boolean {
  const silent = results.filter(({ state }) => state === 'silent').length
  return silent >= 3 && results.some(isFound) && !results.some(({ state }) => state === 'closed')
}

const order = ['ready', 'in-use', 'not-ready']

function summaryOf(results: ReadonlyMap<string, PortResult>, permission: PermissionState): Discovery {
  const ports = [...results.values()]
  const services = ports.filter(isFound).map(({ service }) => service)
  const readyFirst = services.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return { services: readyFirst, ports, permission }
}
