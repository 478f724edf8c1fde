import { createCapture, type TakeCapture } from './capture.ts'
import { createDeviceInfo, type GetDeviceInfo } from './device-info.ts'
import { createDiscover, type Discover } from './discover.ts'
import { createSend, type Fetch } from './exchange.ts'
import { localNetworkPermission, type LocalNetworkPermission } from './local-network-permission.ts'

export type RdClient = {
  /** Finds the device services of this computer. Call it on a click, because the browser may show a prompt. */
  discover: Discover
  /** Asks a service for the data of the service and of its scanner. */
  deviceInfo: GetDeviceInfo
  /** Captures one finger, or what the request names, by a ready service. Throws RdError busy during a capture. */
  capture: TakeCapture
}

export type RdClientDependencies = {
  /** The default is the platform's fetch. */
  fetch?: Fetch | undefined
  /** The permission of the page to call local addresses. The default asks this browser. */
  permission?: LocalNetworkPermission | undefined
  /** The default is the host name of this page's location. */
  pageHost?: string | undefined
}

/** Makes a client. Use only one per page: a client allows one capture at a time, but knows nothing of other clients. */
export function createRdClient(dependencies: RdClientDependencies = {}): RdClient {
  // The wrapper is needed, because a browser's fetch must not be called as a method of another object.
  const fetch = dependencies.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const send = createSend(fetch)
  const permission = dependencies.permission ?? localNetworkPermission()
  const pageHost = dependencies.pageHost ?? (globalThis as { location?: Location }).location?.hostname
  return {
    discover: createDiscover({ send, permission, pageHost }),
    deviceInfo: createDeviceInfo({ send }),
    capture: createCapture({ send }),
  }
}
