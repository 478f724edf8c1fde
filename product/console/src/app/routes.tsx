import { provenPage, signInPage } from '@ekyc/contract/console/sign-in-pages'
import { lazy, type ComponentType } from 'react'
import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'

import { parametersOf, type PageProps } from '../session/address.ts'
import type { SignName } from '../parts/lists/marks.tsx'
import type { TextKey } from '../texts/t.ts'
import { meansOf, useStaff } from '../session/session.ts'

export type Route = {
  /** `:id` stands for a parameter. */
  paths: readonly string[]
  /** The people who may open the page: everybody, all staff, or the people whose roles may do or propose this act. */
  access: 'public' | 'staff' | ActName
  screen: Screen
}

type Screen = ComponentType<PageProps>

/** Returns a page that has a chunk of its own. The chunk loads when the person first opens the page. */
function later<Name extends string>(load: () => Promise<Record<Name, Screen>>, name: Name): Screen {
  return lazy<Screen>(async () => ({ default: (await load())[name] }))
}

const overview = () => import('../features/overview/overview-page.tsx')
const agents = () => import('../features/agents/agents-page.tsx')
const agent = () => import('../features/agents/agent-page.tsx')
const newImport = () => import('../features/imports/new-import-page.tsx')
const importPage = () => import('../features/imports/import-page.tsx')
const orders = () => import('../features/orders/orders-page.tsx')
const order = () => import('../features/orders/order-page.tsx')
const devices = () => import('../features/devices/devices-page.tsx')
const proposals = () => import('../features/proposals/proposals-page.tsx')
const proposal = () => import('../features/proposals/proposal-page.tsx')
const exceptions = () => import('../features/exceptions/exceptions-page.tsx')
const alerts = () => import('../features/alerts/alerts-page.tsx')
const outbox = () => import('../features/outbox/outbox-page.tsx')
const audit = () => import('../features/audit/audit-page.tsx')
const auditRow = () => import('../features/audit/row-page.tsx')
const staff = () => import('../features/staff/staff-page.tsx')
const me = () => import('../features/me/me-page.tsx')
const signIn = () => import('../features/sign-in/sign-in-page.tsx')

/**
 * A new page needs a file in features/<subject>/ and one entry here. A page that the menu shows needs an entry in
 * `navigation` too.
 */
export const routes: readonly Route[] = [
  { paths: ['/'], access: 'overview.show', screen: later(overview, 'OverviewPage') },
  { paths: ['/agents'], access: 'agent.list', screen: later(agents, 'AgentsPage') },
  { paths: ['/agents/import'], access: 'import.prepare', screen: later(newImport, 'NewImportPage') },
  { paths: ['/agents/import/:id'], access: 'import.show', screen: later(importPage, 'ImportPage') },
  { paths: ['/agents/:id', '/agents/:id/:tab'], access: 'agent.show', screen: later(agent, 'AgentPage') },
  { paths: ['/orders'], access: 'order.page', screen: later(orders, 'OrdersPage') },
  { paths: ['/orders/:id'], access: 'order.show', screen: later(order, 'OrderPage') },
  { paths: ['/devices'], access: 'device.list', screen: later(devices, 'DevicesPage') },
  { paths: ['/devices/units'], access: 'unit.list', screen: later(devices, 'UnitsPage') },
  { paths: ['/devices/units/:unit'], access: 'unit.show', screen: later(devices, 'UnitPage') },
  { paths: ['/devices/:model'], access: 'device.show', screen: later(devices, 'ModelPage') },
  { paths: ['/proposals'], access: 'proposal.list', screen: later(proposals, 'ProposalsPage') },
  { paths: ['/proposals/:number'], access: 'proposal.show', screen: later(proposal, 'ProposalPage') },
  { paths: ['/exceptions'], access: 'exception.list', screen: later(exceptions, 'ExceptionsPage') },
  { paths: ['/exceptions/:order'], access: 'exception.list', screen: later(exceptions, 'ExceptionPage') },
  { paths: ['/alerts'], access: 'alert.list', screen: later(alerts, 'AlertsPage') },
  { paths: ['/outbox'], access: 'outbox.list', screen: later(outbox, 'OutboxPage') },
  { paths: ['/audit'], access: 'audit.list', screen: later(audit, 'AuditPage') },
  { paths: ['/audit/rows/:position'], access: 'audit.show', screen: later(auditRow, 'RowPage') },
  { paths: ['/staff'], access: 'staff.list', screen: later(staff, 'StaffListPage') },
  { paths: ['/staff/:id'], access: 'staff.list', screen: later(staff, 'StaffPage') },
  { paths: ['/me'], access: 'staff', screen: later(me, 'MePage') },
  { paths: [signInPage], access: 'public', screen: later(signIn, 'SignInPage') },
  { paths: [provenPage], access: 'public', screen: later(signIn, 'ProvenPage') },
]

type NavigationEntry = {
  to: string
  group: '' | 'work' | 'watch' | 'setUp'
  sign: SignName
  title: TextKey
  /** The letter that opens the page when a person types it after `g`. */
  key?: string
  /** The name of the counter that the navigation shows beside the page's title. */
  counter?: keyof Counters
}

const navigation: readonly NavigationEntry[] = [
  { to: '/', group: '', sign: 'home', title: 'nav.home', key: 'h' },
  { to: '/agents', group: 'work', sign: 'agents', title: 'nav.agents', key: 'a' },
  { to: '/orders', group: 'work', sign: 'orders', title: 'nav.orders', key: 'o' },
  { to: '/devices', group: 'work', sign: 'device', title: 'nav.devices', key: 'd' },
  {
    to: '/proposals',
    group: 'work',
    sign: 'proposals',
    title: 'nav.proposals',
    key: 'p',
    counter: 'proposals',
  },
  {
    to: '/exceptions',
    group: 'work',
    sign: 'warning',
    title: 'nav.exceptions',
    key: 'e',
    counter: 'exceptions',
  },
  { to: '/alerts', group: 'watch', sign: 'alerts', title: 'nav.alerts', key: 'l', counter: 'alerts' },
  { to: '/outbox', group: 'watch', sign: 'outbox', title: 'nav.outbox', key: 'x' },
  { to: '/audit', group: 'watch', sign: 'audit', title: 'nav.audit', key: 't' },
  { to: '/staff', group: 'setUp', sign: 'staff', title: 'nav.staff' },
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

export function mayOpen({ access }: Route, roles: readonly StaffRole[]): boolean {
  return access === 'public' || access === 'staff' || meansOf(roles, access) !== undefined
}

/** Returns the pages that this person may open, in the order of the navigation. */
export function useNavigation(): readonly NavigationEntry[] {
  const roles = useStaff()?.roles ?? []
  return navigation.filter(({ to }) =>
    routes.some(route => route.paths.includes(to) && mayOpen(route, roles)),
  )
}
