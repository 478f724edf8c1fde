import type { StaffRole } from '@ekyc/contract/console/acts'

import { meansOf } from '../session/may.ts'
import { useStaff } from '../session/session.ts'
import { routes, type Route } from './routes.tsx'

type NavigationRoute = Route & Required<Pick<Route, 'inNavigation'>>

export function mayOpen(route: Route, roles: readonly StaffRole[]): boolean {
  return route.access === 'public' || route.access === 'staff' || meansOf(roles, route.access) !== undefined
}

/** Returns the pages of the navigation that this person may open. */
export function usePages(): readonly NavigationRoute[] {
  const roles = useStaff()?.roles ?? []
  return routes.filter(
    (route): route is NavigationRoute => route.inNavigation !== undefined && mayOpen(route, roles),
  )
}
