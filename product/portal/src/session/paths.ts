import { paths, type Path } from '@ekyc/contract/paths'

export { paths, type Path }

/** A screen, or a part of it. */
export type Address = Path | `${Path}#${string}`

/** The order's id stands behind the #, which no browser sends: it is in no log of a server or a proxy. */
export function orderAddress(orderId: string): Address {
  return `${paths.kycOrder}#${orderId}`
}

/** Accepts a `returnTo` from outside only if it is a path of the portal; the default is the dashboard. */
export function ownPath(text: string | null | undefined): Path {
  return Object.values(paths).find(path => path === text) ?? paths.dashboard
}
