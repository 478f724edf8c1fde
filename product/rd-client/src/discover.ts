import type { Send } from './exchange.ts'
import type { LocalNetworkPermission, PermissionState } from './local-network-permission.ts'
import { passPermissionGate, refuseByPermission } from './permission-gate.ts'
import { isFound, type PortResult } from './probe.ts'
import { scanPorts } from './scan-ports.ts'
import { isServiceAddress, type LoopbackHost, type ServiceAddress } from './service-address.ts'
import type { RdService } from './rd-service.ts'

export type PortRange = {
  scheme: 'http' | 'https'
  host: LoopbackHost
  from: number
  /** The last port of the range, which is asked too. */
  to: number
}

export type DiscoverOptions = {
  /**
   * The port ranges, in the order in which they are asked. The ports of one range are asked together. The next range is
   * asked only if no service is ready yet.
   */
  ranges?: readonly PortRange[] | undefined
  /** The time in milliseconds after which the next range is asked even if ports have not answered; 200 by default. */
  probeTimeoutMs?: number | undefined
  /**
   * The longest wait for all ports together, in milliseconds from the start of the scan; 7,000 by default. A browser
   * needs two round trips for each call: the preflight and the request.
   */
  patienceMs?: number | undefined
  /**
   * The services that an earlier discovery found on this computer. They are asked first. If all of them answer and one
   * is ready, the discovery does not wait for other ports.
   */
  known?: readonly ServiceAddress[] | undefined
  signal?: AbortSignal | undefined
}

export type Discovery = {
  /** Every device service that answered, ready ones first. Let the person choose if several are ready. */
  services: readonly RdService[]
  /** One result for each asked port; only the found services if all known services answered and one is ready. */
  ports: readonly PortResult[]
  /**
   * The permission after discovery. 'prompt' without a service may mean that the person dismissed the browser's
   * prompt.
   */
  permission: PermissionState
}

export type Discover = (options?: DiscoverOptions) => Promise<Discovery>

/** The default ports. The official range is 11100 to 11120. Most services listen on http in the range's first half. */
export const defaultRanges: readonly PortRange[] = [
  { scheme: 'http', host: '127.0.0.1', from: 11_100, to: 11_110 },
  { scheme: 'http', host: '127.0.0.1', from: 11_111, to: 11_120 },
  { scheme: 'https', host: '127.0.0.1', from: 11_100, to: 11_120 },
  { scheme: 'https', host: 'localhost', from: 11_100, to: 11_120 },
]

export function createDiscover(dependencies: {
  send: Send
  permission: LocalNetworkPermission
  pageHost: string | undefined
}): Discover {
  const { send, permission } = dependencies
  const isPage = dependencies.pageHost !== undefined
  const isLocalPage = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(dependencies.pageHost ?? '')

  return async (options = {}) => {
    const { ranges = defaultRanges, probeTimeoutMs = 200, patienceMs = 7000, signal } = options
    const known = options.known?.filter(isServiceAddress) ?? []
    const rounds = ranges.map(portsOf)

    const state = await refuseByPermission(permission)
    // A browser reports 'prompt' for a page from localhost too, but never shows the prompt there.
    if (state === 'prompt' && !isLocalPage) {
      const closed = await passPermissionGate({
        send,
        permission,
        addresses: [...known, ...rounds.flat()],
        timeoutMs: promptTimeoutMs,
        signal,
      })
      if (closed) return summaryOf(closed, await permission.state())
    }

    const ports = await scanPorts({
      send,
      known,
      rounds,
      roundMs: probeTimeoutMs,
      patienceMs,
      isPage,
      signal,
    })
    return summaryOf(ports, await permission.state())
  }
}

/** The longest wait for the person's answer to the browser's prompt. */
const promptTimeoutMs = 60_000

function portsOf({ scheme, host, from, to }: PortRange): ServiceAddress[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ scheme, host, port: from + index }))
}

const order = ['ready', 'in-use', 'not-ready']

function summaryOf(ports: readonly PortResult[], permission: PermissionState): Discovery {
  const answers = ports.filter(isFound).map(({ service }) => service)
  // A port that answers at 127.0.0.1 and at localhost is one service.
  const services = answers.filter(
    ({ port }, index) => answers.findIndex(each => each.port === port) === index,
  )
  const readyFirst = services.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return { services: readyFirst, ports, permission }
}
