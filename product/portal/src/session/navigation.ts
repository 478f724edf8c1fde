import { paths, type Path } from '@ekyc/contract/paths'
import { currentPath, go as goTo } from '@ekyc/ui/browser/location.ts'

import { useSession } from './session.ts'

export { paths, type Path }

export type Address = Path | `${Path}#${string}`

/** Browsers never send what follows the #, so that no log of a server or proxy has the order's id. */
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

/** Every route is one fixed path (product.md section 2), so no router is needed. */
export const go: (path: Address, options?: { replace?: boolean }) => void = goTo

/** The delay of product.md section 9 before the header and the FAQ leave a page. */
export function soon(leave: () => void): void {
  setTimeout(leave, 200)
}

export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}

let newest = 0

/** Tells later whether the answer is still wanted: the agent may have left the screen, or asked anew. */
export function noteQuestion(): () => boolean {
  const number = ++newest
  const askedAt = currentPath()
  return () => number === newest && askedAt === currentPath()
}
