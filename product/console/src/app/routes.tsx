import { provenPage, signInPage } from '@ekyc/contract/console/sign-in-pages'
import { lazy, type ComponentType } from 'react'
import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'

import { parametersOf, type PageProps } from '../session/address.ts'
import type { SignName } from '../parts/lists/sign.tsx'
import type { TextKey } from '../texts/t.ts'
import { meansOf, useStaff } from '../session/session.ts'

type Screen = ComponentType<PageProps>

/** Returns a page that has a chunk of its own. The chunk loads when the person first opens the page. */
function later<Name extends string>(load: () => Promise<Record<Name, Screen>>, name: Name): Screen {
  return lazy<Screen>(async () => ({ default: (await load())[name] }))
}

/** The pages, in the order of the navigation. A new page needs a file in features/<subject>/ and one entry here. */
export const routes: readonly Route[] = [
  {
    paths: ['/'],
    access: 'overview.show',
    screen: later(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
    inNavigation: { group: '', sign: 'home', title: 'nav.home', key: 'h' },
  },
  {
    paths: ['/agents'],
    access: 'agent.list',
    screen: later(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
    inNavigation: { group: 'work', sign: 'agents', title: 'nav.agents', key: 'a' },
  },
  {
    paths: ['/agents/import'],
    access: 'import.prepare',
    screen: later(() => import('../features/imports/new-import-page.tsx'), 'NewImportPage'),
  },
  {
    paths: ['/agents/import/:id'],
    access: 'import.show',
    screen: later(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
  },
  {
    paths: ['/agents/:id', '/agents/:id/:tab'],
    access: 'agent.show',
    screen: later(() => import('../features/agents/agent-page.tsx'), 'AgentPage'),
  },
  {
    paths: ['/orders'],
    access: 'order.page',
    screen: later(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
    inNavigation: { group: 'work', sign: 'orders', title: 'nav.orders', key: 'o' },
  },
  {
    paths: ['/orders/:id'],
    access: 'order.show',
    screen: later(() => import('../features/orders/order-page.tsx'), 'OrderPage'),
  },
  {
    paths: ['/devices'],
    access: 'device.list',
    screen: later(() => import('../features/devices/devices-page.tsx'), 'DevicesPage'),
    inNavigation: { group: 'work', sign: 'device', title: 'nav.devices', key: 'd' },
  },
  {
    paths: ['/devices/units'],
    access: 'unit.list',
    screen: later(() => import('../features/devices/devices-page.tsx'), 'UnitsPage'),
  },
  {
    paths: ['/devices/units/:unit'],
    access: 'unit.show',
    screen: later(() => import('../features/devices/devices-page.tsx'), 'UnitPage'),
  },
  {
    paths: ['/devices/:model'],
    access: 'device.show',
    screen: later(() => import('../features/devices/devices-page.tsx'), 'ModelPage'),
  },
  {
    paths: ['/proposals'],
    access: 'proposal.list',
    screen: later(() => import('../features/proposals/proposals-page.tsx'), 'ProposalsPage'),
    inNavigation: {
      group: 'work',
      sign: 'proposals',
      title: 'nav.proposals',
      key: 'p',
      counter: 'proposals',
    },
  },
  {
    paths: ['/proposals/:number'],
    access: 'proposal.show',
    screen: later(() => import('../features/proposals/proposal-page.tsx'), 'ProposalPage'),
  },
  {
    paths: ['/exceptions'],
    access: 'exception.list',
    screen: later(() => import('../features/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
    inNavigation: {
      group: 'work',
      sign: 'warning',
      title: 'nav.exceptions',
      key: 'e',
      counter: 'exceptions',
    },
  },
  {
    paths: ['/alerts'],
    access: 'alert.list',
    screen: later(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
    inNavigation: { group: 'watch', sign: 'alerts', title: 'nav.alerts', key: 'l', counter: 'alerts' },
  },
  {
    paths: ['/exceptions/:order'],
    access: 'exception.list',
    screen: later(() => import('../features/exceptions/exceptions-page.tsx'), 'ExceptionPage'),
  },
  {
    paths: ['/outbox'],
    access: 'outbox.list',
    screen: later(() => import('../features/outbox/outbox-page.tsx'), 'OutboxPage'),
    inNavigation: { group: 'watch', sign: 'outbox', title: 'nav.outbox', key: 'x' },
  },
  {
    paths: ['/audit'],
    access: 'audit.list',
    screen: later(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
    inNavigation: { group: 'watch', sign: 'audit', title: 'nav.audit', key: 't' },
  },
  {
    paths: ['/audit/rows/:position'],
    access: 'audit.show',
    screen: later(() => import('../features/audit/row-page.tsx'), 'RowPage'),
  },
  {
    paths: ['/staff'],
    access: 'staff.list',
    screen: later(() => import('../features/staff/staff-page.tsx'), 'StaffListPage'),
    inNavigation: { group: 'setUp', sign: 'staff', title: 'nav.staff' },
  },
  {
    paths: ['/staff/:id'],
    access: 'staff.list',
    screen: later(() => import('../features/staff/staff-page.tsx'), 'StaffPage'),
  },
  { paths: ['/me'], access: 'staff', screen: later(() => import('../features/me/me-page.tsx'), 'MePage') },
  {
    paths: [signInPage],
    access: 'public',
    screen: later(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
  },
  {
    paths: [provenPage],
    access: 'public',
    screen: later(() => import('../features/sign-in/sign-in-page.tsx'), 'ProvenPage'),
  },
]

/** Finds the page of a path. The pattern with the fewest parameters wins: `/agents/import` before `/agents/:id`. */
export function routeTo(path: string): { route: Route; parameters: Record<string, string> } | undefined {
  const found = routes.flatMap(route =>
    route.paths.flatMap(pattern => {
      const parameters = parametersOf(pattern, path)
      return parameters ? [{ route, parameters }] : []
    }),
  )
  const parametersIn = ({ parameters }: (typeof found)[number]) => Object.keys(parameters).length
  return found.toSorted((one, other) => parametersIn(one) - parametersIn(other))[0]
}

export type Route = {
  /** The first path is the page's address in the navigation; `:id` stands for a parameter. */
  paths: readonly [string, ...string[]]
  /** The people who may open the page: everybody, all staff, or the people whose roles may do or propose this act. */
  access: 'public' | 'staff' | ActName
  screen: ComponentType<PageProps>
  inNavigation?: {
    group: '' | 'work' | 'watch' | 'setUp'
    sign: SignName
    title: TextKey
    /** The letter that opens the page when a person types it after `g`. */
    key?: string
    /** The name of the counter that the navigation shows beside the page's title. */
    counter?: keyof Counters
  }
}

type NavigationRoute = Route & Required<Pick<Route, 'inNavigation'>>

export function mayOpen(route: Route, roles: readonly StaffRole[]): boolean {
  return route.access === 'public' || route.access === 'staff' || meansOf(roles, route.access) !== undefined
}

export function usePages(): readonly NavigationRoute[] {
  const roles = useStaff()?.roles ?? []
  return routes.filter(
    (route): route is NavigationRoute => route.inNavigation !== undefined && mayOpen(route, roles),
  )
}
