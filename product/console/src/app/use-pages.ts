import type { StaffRole } from '@ekyc/contract/console/acts'
import { createContext, useContext } from 'react'

import { meansOf } from '../session/may.ts'
import { useStaff } from '../session/session.ts'
import type { Route } from './route.ts'

type NavigationRoute = Route & Required<Pick<Route, 'inNavigation'>>

export const Routes = createContext<readonly Route[]>([])

export function mayOpen(route: Route, roles: readonly StaffRole[]): boolean {
  return route.access === 'public' || route.access === 'staff' || meansOf(roles, route.access) !== undefined
}

export function usePages(): readonly NavigationRoute[] {
  const roles = useStaff()?.roles ?? []
  return useContext(Routes).filter(
    (route): route is NavigationRoute => route.inNavigation !== undefined && mayOpen(route, roles),
  )
}
