import { createCapture, type TakeCapture } from './capture.ts'
import { createDeviceInfo, type GetDeviceInfo } from './device-info.ts'
import { createDiscover, type Discover } from './discover.ts'
import { createSend, type Fetch, type Observe } from './exchange.ts'
import { localNetworkPermission, type LocalNetworkPermission } from './local-network-permission.ts'

export type RdClient = {
  /** Finds the device services of this computer. Call it from a click: the browser may ask the person. */
  discover: Discover
  /** Asks a service for its own and its scanner's data. */
  deviceInfo: GetDeviceInfo
  /** Captures one finger with a ready service. A second call during a capture throws RdError busy. */
  capture: TakeCapture
}

export type RdClientDependencies = {
  /** The platform's fetch by default. */
  fetch?: Fetch | undefined
  /** Gets each exchange with a port, such as the `observe` of a recorder. */
  observe?: Observe | undefined
  /** Tells whether the page may call local addresses; asks this browser by default. */
  permission?: LocalNetworkPermission | undefined
  /** The host of this page by default. */
  pageHost?: string | undefined
}

/** Makes a client. Use one client per page, because it enforces one capture at a time. */
export function createRdClient(dependencies: RdClientDependencies = {}): RdClient {
  // The wrapper is needed, because a browser's fetch must not be called as a method of another object.
  const fetch = dependencies.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const send = createSend({ fetch, observe: dependencies.observe })
  const permission = dependencies.permission ?? localNetworkPermission()
  const pageHost = dependencies.pageHost ?? (globalThis as { location?: Location }).location?.hostname
  return {
    discover: createDiscover({ send, permission, pageHost }),
    deviceInfo: createDeviceInfo({ send }),
    capture: createCapture({ send }),
  }
}
