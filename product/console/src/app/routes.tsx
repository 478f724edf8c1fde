import { provenPage, signInPage } from '@ekyc/contract/console/sign-in-pages'
import { lazy, type ComponentType, type ReactNode } from 'react'
import type { StaffRole } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'

import { type Access, pages, type ParametersOf, parametersOf, type Path } from '../session/address.ts'
import type { SignName } from '../parts/elements.tsx'
import { t } from '../texts/t.ts'
import { meansOf, useSession, useStaff } from '../session/session.ts'

type Screen = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

function later<Name extends string, File extends Record<Name, Screen>>(
  load: () => Promise<File>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const agent = () => import('../features/agents/agent-page.tsx')
const orders = () => import('../features/orders/orders-page.tsx')
const devices = () => import('../features/devices/devices-page.tsx')
const exceptions = () => import('../features/exceptions/exceptions-page.tsx')
const audit = () => import('../features/audit/audit-page.tsx')
const staff = () => import('../features/staff/staff-page.tsx')
const signIn = () => import('../features/sign-in/sign-in-page.tsx')

const screens: { [Pattern in Path]: (parameters: ParametersOf<Pattern>) => ReactNode } = {
  '/': later(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  '/agents': later(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
  '/agents/import': later(() => import('../features/imports/new-import-page.tsx'), 'NewImportPage'),
  '/agents/import/:id': later(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
  '/agents/:id': later(agent, 'AgentPage'),
  '/agents/:id/:tab': later(agent, 'AgentPage'),
  '/orders': later(orders, 'OrdersPage'),
  '/orders/:id': later(orders, 'OrderPage'),
  '/devices': later(devices, 'DevicesPage'),
  '/devices/units': later(devices, 'UnitsPage'),
  '/devices/units/:unit': later(devices, 'UnitPage'),
  '/devices/:model': later(devices, 'ModelPage'),
  '/proposals': later(() => import('../features/proposals/proposals-page.tsx'), 'ProposalsPage'),
  '/proposals/:number': later(() => import('../features/proposals/proposal-page.tsx'), 'ProposalPage'),
  '/exceptions': later(exceptions, 'ExceptionsPage'),
  '/exceptions/:order': later(exceptions, 'ExceptionPage'),
  '/alerts': later(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
  '/outbox': later(() => import('../features/outbox/outbox-page.tsx'), 'OutboxPage'),
  '/audit': later(audit, 'AuditPage'),
  '/audit/rows/:position': later(audit, 'RowPage'),
  '/staff': later(staff, 'StaffListPage'),
  '/staff/:id': later(staff, 'StaffPage'),
  '/me': later(() => import('../features/me/me-page.tsx'), 'MePage'),
  [signInPage]: later(signIn, 'SignInPage'),
  [provenPage]: later(signIn, 'ProvenPage'),
}

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

export function routeTo(address: string) {
  // Object.keys returns exactly the paths of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for (const path of Object.keys(pages) as Path[]) {
    const parameters = parametersOf(path, address)
    // The parameters are those of this path, which its screen takes.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const screen = screens[path] as ComponentType<Record<string, string>>
    if (parameters) return { access: pages[path], screen, parameters }
  }
  return undefined
}

export function mayOpen(access: Access, roles: readonly StaffRole[]): boolean {
  return access === 'public' || access === 'staff' || meansOf(roles, access) !== undefined
}

export function useNavigation() {
  const roles = useStaff()?.roles ?? []
  const waiting: Partial<Record<string, number>> = useSession(({ counters }) => counters)
  return navigation
    .map(({ name, ...entry }) => ({
      ...entry,
      to: `/${name}` as const,
      title: t(`nav.${name || 'home'}`),
      count: waiting[name] ?? 0,
    }))
    .filter(({ to }) => mayOpen(pages[to], roles))
}
