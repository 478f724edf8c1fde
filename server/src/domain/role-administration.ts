import { privileges, type Privilege } from '@ekyc/contract/words'

import { change, done, onAgent, refused, type Outcome, type Perform } from './administration.ts'
import type { AdministrationStores } from './administration-stores.ts'
import type { Agent } from './stores.ts'

export type RoleAdministration = {
  list(): Promise<{ role: string; privileges: string[]; agents: number }[]>
  grant(mobile: string, role: string): Promise<RoleChange>
  /** Ends the agent's sessions. */
  revoke(mobile: string, role: string): Promise<RoleChange & { sessionsEnded: number }>
  /** Takes one privilege of the agent's roles away, from the next call on. */
  withhold(mobile: string, privilege: string): Promise<PrivilegeChange>
  restore(mobile: string, privilege: string): Promise<PrivilegeChange>
}

export type RoleChange = { mobile: string; role: string; changed: boolean }
export type PrivilegeChange = { mobile: string; privilege: string; changed: boolean }

export function createRoleAdministration(perform: Perform): RoleAdministration {
  return {
    list: () =>
      perform('role.list', async stores => ({ subject: 'roles', ...done(await stores.roles.list()) })),

    grant: (mobile, role) =>
      perform('role.grant', stores =>
        onRole(stores, mobile, role, async agent =>
          change({ mobile, role, changed: await stores.roles.grant(agent.id, role) }),
        ),
      ),

    revoke: (mobile, role) =>
      perform('role.revoke', (stores, at) =>
        onRole(stores, mobile, role, async agent => {
          const changed = await stores.roles.revoke(agent.id, role)
          const sessionsEnded = changed ? await stores.sessionList.end(agent.id, undefined, at) : 0
          return change({ mobile, role, changed, sessionsEnded })
        }),
      ),

    withhold: (mobile, name) =>
      perform('privilege.withhold', stores =>
        onPrivilege(stores, mobile, name, async (agent, privilege) =>
          change({ mobile, privilege, changed: await stores.roles.withhold(agent.id, privilege) }),
        ),
      ),

    restore: (mobile, name) =>
      perform('privilege.restore', stores =>
        onPrivilege(stores, mobile, name, async (agent, privilege) =>
          change({ mobile, privilege, changed: await stores.roles.restore(agent.id, privilege) }),
        ),
      ),
  }
}

function onRole<T>(
  stores: AdministrationStores,
  mobile: string,
  role: string,
  work: (agent: Agent) => Promise<Outcome<T>>,
) {
  return onAgent(
    stores,
    mobile,
    async agent => {
      const names = await stores.roles.names()
      return names.includes(role)
        ? work(agent)
        : refused(`There is no role '${role}', only ${names.join(', ')}.`)
    },
    role,
  )
}

function onPrivilege<T>(
  stores: AdministrationStores,
  mobile: string,
  name: string,
  work: (agent: Agent, privilege: Privilege) => Promise<Outcome<T>>,
) {
  return onAgent(
    stores,
    mobile,
    async agent => {
      const privilege = privileges.find(known => known === name)
      return privilege
        ? work(agent, privilege)
        : refused(`There is no privilege '${name}', only ${privileges.join(', ')}.`)
    },
    name,
  )
}
