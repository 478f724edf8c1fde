import { provenPage, signInPage } from '@ekyc/contract/console/sign-in-pages'
import { lazy, type ComponentType } from 'react'
import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'

import { parametersOf, type PageProps } from '../session/address.ts'
import type { SignName } from '../parts/lists/marks.tsx'
import { t } from '../texts/t.ts'
import { meansOf, useSession, useStaff } from '../session/session.ts'

export type Route = {
  paths: readonly string[]
  /** The people who may open the page: everybody, all staff, or the people whose roles may do or propose this act. */
  access: 'public' | 'staff' | ActName
  screen: Screen
}

type Screen = ComponentType<PageProps>

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
  /** Its path, and the name of its title and of its counter. */
  name: '' | 'agents' | 'orders' | 'devices' | 'audit' | 'outbox' | 'staff' | keyof Counters
  group: '' | 'work' | 'watch' | 'setUp'
  sign: SignName
  /** The letter that opens the page when a person types it after `g`. */
  key?: string
}

const navigation: readonly NavigationEntry[] = [
  { name: '', group: '', sign: 'home', key: 'h' },
  { name: 'agents', group: 'work', sign: 'agents', key: 'a' },
  { name: 'orders', group: 'work', sign: 'orders', key: 'o' },
  { name: 'devices', group: 'work', sign: 'device', key: 'd' },
  { name: 'proposals', group: 'work', sign: 'proposals', key: 'p' },
  { name: 'exceptions', group: 'work', sign: 'warning', key: 'e' },
  { name: 'alerts', group: 'watch', sign: 'alerts', key: 'l' },
  { name: 'outbox', group: 'watch', sign: 'outbox', key: 'x' },
  { name: 'audit', group: 'watch', sign: 'audit', key: 't' },
  { name: 'staff', group: 'setUp', sign: 'staff' },
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

/** The pages of the menu that this person may open, with the number of what waits there. */
export function useNavigation() {
  const roles = useStaff()?.roles ?? []
  const waiting: Partial<Record<string, number>> = useSession(({ counters }) => counters)
  return navigation
    .map(({ name, ...entry }) => ({
      ...entry,
      to: `/${name}`,
      title: t(`nav.${name || 'home'}`),
      count: waiting[name] ?? 0,
    }))
    .filter(({ to }) => routes.some(route => route.paths.includes(to) && mayOpen(route, roles)))
}
