import { createCapture, type TakeCapture } from './capture.ts'
import { createDeviceInfo, type GetDeviceInfo } from './device-info.ts'
import { createDiscover, type Discover } from './discover.ts'
import type { Fetch } from './exchange.ts'
import { localNetworkPermission, type LocalNetworkPermission } from './local-network-permission.ts'

export type RdClient = {
  /** Finds the device services of this computer. Call it from a click: the browser may ask the person. */
  discover: Discover
  /** Asks a service what it and its scanner are. */
  deviceInfo: GetDeviceInfo
  /** Has a ready service read one finger. One at a time; a second call meanwhile throws RdError busy. */
  capture: TakeCapture
}

export type RdClientDependencies = {
  /** The platform's, unless given. */
  fetch?: Fetch | undefined
  /** This browser's, unless given. */
  permission?: LocalNetworkPermission | undefined
  /** The host that the page came from; this page's, unless given. */
  pageHost?: string | undefined
}

/** One client for a page: it holds the rule of one capture at a time. */
export function createRdClient(dependencies: RdClientDependencies = {}): RdClient {
  // Looked up at each call: a browser's fetch must not be called as a method of another object.
  const fetch = dependencies.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const permission = dependencies.permission ?? localNetworkPermission()
  const pageHost = dependencies.pageHost ?? (globalThis as { location?: Location }).location?.hostname
  return {
    discover: createDiscover({ fetch, permission, pageHost }),
    deviceInfo: createDeviceInfo({ fetch }),
    capture: createCapture({ fetch }),
  }
}
