import { paths, type Path } from '@ekyc/contract/paths'

export { paths, type Path }

/** A screen, or a part of one. */
export type Address = Path | `${Path}#${string}`

/**
 * Builds the address of an order. The order's id stands after the #, which browsers never send, so that no server's or
 * proxy's log holds it.
 */
export function orderAddress(orderId: string): Address {
  return `${paths.kycOrder}#${orderId}`
}

/** Builds the address of what to do when the finger of an order's customer cannot be read. */
export function exceptionAddress(orderId: string): Address {
  return `${paths.kycException}#${orderId}`
}

/** Accepts a `returnTo` from outside only if it is a path of the portal; the default is the dashboard. */
export function ownPath(text: string | null | undefined): Path {
  return Object.values(paths).find(path => path === text) ?? paths.dashboard
}
