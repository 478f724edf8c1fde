import { isMobile } from '@ekyc/contract/rules'
import type { Privilege } from '@ekyc/contract/words'

import { change, done, onAgent, refused, type Perform } from './administration.ts'
import type {
  AdministrationStores,
  AgentQuery,
  ContactDetails,
  ListedAgent,
} from './administration-stores.ts'
import {
  contactFields,
  contactOf,
  newAgent,
  problemsOf,
  tidyDetails,
  type AgentDetails,
} from './agent-details.ts'
import type { Agent } from './stores.ts'

export type AgentAdministration = {
  /** Has no password: the first log-in asks for an OTP and sets one. */
  add(details: AgentDetails): Promise<{ mobile: string }>
  /** One more than `limit` is never given: `next` is the mobile to go on after. */
  list(query: AgentQuery): Promise<{ agents: ListedAgent[]; next: string | null }>
  show(mobile: string): Promise<AgentSheet>
  /** What is not told stays as it is. */
  update(mobile: string, details: Partial<ContactDetails>): Promise<Changed>
  /** The same agent by another number. Ends the sessions, and the OTPs that were sent to either. */
  changeMobile(mobile: string, to: string): Promise<MobileChanged>
  /** Ends the agent's sessions; log-in and OTP answer as for a phone that nobody has. */
  disable(mobile: string): Promise<Changed & { sessionsEnded: number }>
  enable(mobile: string): Promise<Changed>
  /** Ends every wait of the phone after wrong passwords. */
  unlock(mobile: string): Promise<Changed>
  /** The password logs in no more until a new one is set by OTP; sessions that it opened end. */
  demandReset(mobile: string): Promise<Changed & { sessionsEnded: number }>
}

export type Changed = { mobile: string; changed: boolean }

type MobileChanged = Changed & { to: string; sessionsEnded: number }

export type AgentSheet = ListedAgent & {
  /** By role, less what is withheld. */
  privileges: Record<string, Privilege[]>
  withheld: string[]
  liveSessions: number
}

export function createAgentAdministration(perform: Perform): AgentAdministration {
  return {
    add: details =>
      perform('agent.add', async (stores, at) => {
        const agent = newAgent(details, at)
        const [problem] = problemsOf(agent, await stores.roles.names())
        if (problem) return { subject: 'new agent', ...refused(`${problem.field} ${problem.problem}.`) }
        if (!(await stores.directory.add([agent])))
          return { subject: agent.mobile, ...refused(`${agent.mobile} is an agent already.`) }
        return { subject: agent.mobile, agentId: agent.id, ...done({ mobile: agent.mobile }) }
      }),

    list: query =>
      perform('agent.list', async (stores, at) => {
        const found = await stores.directory.list({ ...query, limit: query.limit + 1 }, at)
        const agents = found.slice(0, query.limit)
        const next = found.length > query.limit ? (agents.at(-1)?.mobile ?? null) : null
        return { subject: `${agents.length} agents`, ...done({ agents, next }) }
      }),

    show: mobile =>
      perform('agent.show', (stores, at) =>
        onAgent(stores, mobile, async agent => done(await sheetOf(stores, agent, at))),
      ),

    update: (mobile, details) =>
      perform('agent.update', (stores, at) =>
        onAgent(stores, mobile, async agent => {
          const listed = await stores.directory.findListed(mobile, at)
          if (!listed) throw new Error('an agent who is held has gone')
          const next = tidyDetails({ ...listed, ...details })
          // One who has lost every role has an address all the same.
          const [problem] = problemsOf(next, next.roles).filter(({ field }) => field !== 'roles')
          if (problem) return refused(`${problem.field} ${problem.problem}.`)
          const changed = contactFields.filter(field => next[field] !== listed[field])
          if (changed.length > 0) await stores.directory.update([{ id: agent.id, ...contactOf(next) }])
          return change<Changed>({ mobile, changed: changed.length > 0 })
        }),
      ),

    changeMobile: (mobile, to) =>
      perform('agent.change-mobile', async (stores, at) => {
        const deed = await onAgent(stores, mobile, async agent => {
          if (!isMobile(to)) return refused(`'${to}' is not a mobile number: 10 digits.`)
          if (to === mobile) return change<MobileChanged>({ mobile, to, changed: false, sessionsEnded: 0 })
          if (await stores.directory.findForUpdate(to)) return refused(`${to} is an agent already.`)
          await stores.directory.changeMobile(agent.id, { from: mobile, to })
          const sessionsEnded = await stores.sessionList.end(agent.id, undefined, at)
          return change<MobileChanged>({ mobile, to, changed: true, sessionsEnded })
        })
        return deed.outcome === 'done' ? { ...deed, subject: `${mobile} to ${to}` } : deed
      }),

    disable: mobile =>
      perform('agent.disable', (stores, at) =>
        onAgent(stores, mobile, async agent => {
          if (!agent.disabledOn) await stores.directory.setDisabled(agent.id, at)
          const sessionsEnded = await stores.sessionList.end(agent.id, undefined, at)
          return change({ mobile, changed: !agent.disabledOn, sessionsEnded })
        }),
      ),

    enable: mobile =>
      perform('agent.enable', (stores, at) =>
        onAgent(stores, mobile, async agent => {
          if (!agent.disabledOn) return change<Changed>({ mobile, changed: false })
          await stores.directory.setDisabled(agent.id, null)
          // A log-in that was on its way when the agent was disabled must not come to life now.
          await stores.sessionList.end(agent.id, undefined, at)
          return change<Changed>({ mobile, changed: true })
        }),
      ),

    unlock: mobile =>
      perform('agent.unlock', (stores, at) =>
        onAgent(stores, mobile, async () => {
          const listed = await stores.directory.findListed(mobile, at)
          await stores.signInAttempts.unblock(mobile)
          return change({ mobile, changed: Boolean(listed?.lockedUntil) })
        }),
      ),

    demandReset: mobile =>
      perform('agent.reset-password', (stores, at) =>
        onAgent(stores, mobile, async agent => {
          if (agent.passwordHash === null)
            return refused(`${mobile} has no password yet: the first log-in asks for an OTP and sets one.`)
          await stores.directory.demandReset(agent.id)
          const sessionsEnded = await stores.sessionList.end(agent.id, undefined, at)
          return change({ mobile, changed: !agent.resetDemanded, sessionsEnded })
        }),
      ),
  }
}

async function sheetOf(stores: AdministrationStores, agent: Agent, at: Date): Promise<AgentSheet> {
  const listed = await stores.directory.findListed(agent.mobile, at)
  if (!listed) throw new Error('an agent who is held has gone')
  const privileges: Record<string, Privilege[]> = {}
  for (const role of listed.roles) privileges[role] = await stores.agents.privilegesOf(agent.id, role)
  const [withheld, liveSessions] = await Promise.all([
    stores.roles.withheldOf(agent.id),
    stores.sessionList.count(agent.id, at),
  ])
  return { ...listed, privileges, withheld, liveSessions }
}
