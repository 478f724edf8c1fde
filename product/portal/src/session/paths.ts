import { paths, type Path } from '@ekyc/contract/paths'

export { paths, type Path }

export type Address = Path | `${Path}#${string}`

/**
 * The order's id stands after the #, which browsers never send, so that no log of a server or proxy contains the id.
 */
export function orderAddress(orderId: string): Address {
  return `${paths.kycOrder}#${orderId}`
}

export function exceptionAddress(orderId: string): Address {
  return `${paths.kycException}#${orderId}`
}

/** Returns `text` if it is the path of a portal screen, otherwise the dashboard's path. The text may be forged. */
export function ownPath(text: string | null | undefined): Path {
  return Object.values(paths).find(path => path === text) ?? paths.dashboard
}
