import type { Privilege } from '@ekyc/contract/words'

import type { Agent, CountedEvent, OrderRecord, OutboxKind, Stores } from './stores.ts'

/**
 * What the bank's operators ask and change beside the agents' own calls. Same terms as `Stores`: moments are the
 * caller's clock, and all that one action writes is written whole or not at all.
 */
export type AdministrationStores = Pick<
  Stores,
  'agents' | 'sessions' | 'signInAttempts' | 'audit' | 'outbox'
> & {
  directory: AgentDirectory
  roles: RoleDirectory
  sessionList: SessionList
  orderList: OrderList
  outboxList: OutboxList
  figures: FigureStore
  demo: DemoData
}

/** Runs one action in one transaction. */
export type AdministrationTransaction = <T>(work: (stores: AdministrationStores) => Promise<T>) => Promise<T>

export type NewAgent = {
  id: string
  mobile: string
  name: string
  email: string
  addressLine1: string
  addressLine2: string
  roles: string[]
  createdOn: Date
}

/** What may change while the agent stays the same. */
export type ContactDetails = Pick<NewAgent, 'name' | 'email' | 'addressLine1' | 'addressLine2'>

export const agentStandings = ['enabled', 'disabled', 'locked', 'no-password', 'reset-demanded'] as const
export type AgentStanding = (typeof agentStandings)[number]

export type ListedAgent = Omit<Agent, 'passwordHash'> & {
  hasPassword: boolean
  isDemo: boolean
  createdOn: Date
  roles: string[]
  /** Until when a log-in must wait after wrong passwords; null when none must. */
  lockedUntil: Date | null
}

export type AgentQuery = {
  standing: AgentStanding | undefined
  role: string | undefined
  /** Part of a name, or the head of a mobile. */
  search: string | undefined
  afterMobile: string | undefined
  limit: number
}

/** @param done how many were written since the last time */
export type OnProgress = (done: number) => void

export type AgentDirectory = {
  /** Held until the transaction ends, so that two operators' actions on one agent come one after the other. */
  findForUpdate(mobile: string): Promise<Agent | undefined>
  findListed(mobile: string, at: Date): Promise<ListedAgent | undefined>
  /** In the order of their mobiles. */
  list(query: AgentQuery, at: Date): Promise<ListedAgent[]>
  /** Those of the mobiles that have an agent, by mobile, held as `findForUpdate` holds one. */
  holdAll(mobiles: string[]): Promise<Map<string, Agent>>
  /** @returns false when a mobile had an agent already: nothing may be committed then */
  add(agents: NewAgent[], onProgress?: OnProgress): Promise<boolean>
  update(agents: ({ id: string } & ContactDetails)[], onProgress?: OnProgress): Promise<void>
  /** What was sent to either number opens nothing any more. */
  changeMobile(agentId: string, mobile: { from: string; to: string }): Promise<void>
  setDisabled(agentId: string, disabledOn: Date | null): Promise<void>
  demandReset(agentId: string): Promise<void>
}

export type RoleDirectory = {
  list(): Promise<{ role: string; privileges: string[]; agents: number }[]>
  names(): Promise<string[]>
  /** @returns false when the agent had it already; so do the three below when there was nothing to do */
  grant(agentId: string, role: string): Promise<boolean>
  revoke(agentId: string, role: string): Promise<boolean>
  withhold(agentId: string, privilege: Privilege): Promise<boolean>
  restore(agentId: string, privilege: Privilege): Promise<boolean>
  withheldOf(agentId: string): Promise<string[]>
}

export type ListedSession = {
  /** Names the session among its agent's; made from the token's hash, of no use to log in. */
  id: string
  mobile: string
  openedOn: Date
  lastSeenOn: Date
  expiresOn: Date
}

export type SessionList = {
  /** Live ones, the newest first. */
  list(query: { mobile: string | undefined; limit: number }, at: Date): Promise<ListedSession[]>
  count(agentId: string, at: Date): Promise<number>
  /** @returns how many it ended; all of the agent's live ones without an id */
  end(agentId: string, id: string | undefined, at: Date): Promise<number>
}

export type ListedOrder = Omit<OrderRecord, 'agentId'> & { completedOn: Date | null }

export type OrderList = {
  /** Whatever their status, newest first. from inclusive, before exclusive */
  ofAgent(
    agentId: string,
    query: {
      status: OrderRecord['status'] | undefined
      from: Date | undefined
      before: Date | undefined
      limit: number
    },
  ): Promise<ListedOrder[]>
  /** Of all agents, newest first: those that have the text as their reference, id or transaction id. */
  named(text: string, limit: number): Promise<FoundOrder[]>
}

export type FoundOrder = ListedOrder & { mobile: string | null }

export const outboxStates = ['waiting', 'dead', 'delivered'] as const
export type OutboxState = (typeof outboxStates)[number]

/** Never its body: that is for the receiver alone. */
export type ListedMessage = {
  id: string
  kind: OutboxKind
  mobile: string | null
  state: OutboxState
  createdOn: Date
  expiresOn: Date
  attempts: number
  nextAttemptOn: Date | null
  deliveredOn: Date | null
  deadOn: Date | null
  lastError: string | null
}

export type OutboxList = {
  /** Newest first. */
  list(query: {
    state: OutboxState | 'not-delivered' | 'all'
    kind: OutboxKind | undefined
    limit: number
  }): Promise<ListedMessage[]>
  find(id: string): Promise<ListedMessage | undefined>
  /** Makes due what is not delivered and still has its body; all of it without an id. @returns how many */
  makeDue(id: string | undefined, at: Date): Promise<number>
}

export type DemoData = {
  /** Held until the transaction ends. `isBuiltIn`: one of those that the sandbox loads. */
  agents(): Promise<{ mobile: string; isBuiltIn: boolean }[]>
  /** @returns how many agents and orders went */
  remove(): Promise<{ agents: number; orders: number }>
}

export type Figures = {
  agents: Record<'total' | AgentStanding, number>
  liveSessions: number
  openOrders: number
  outbox: { waiting: number; oldestWaitingOn: Date | null; dead: number }
  /** Of all agents together, oldest first; months without activity are absent. */
  months: ({ month: string } & Record<CountedEvent, number>)[]
}

export type FigureStore = { read(at: Date, fromDay: string): Promise<Figures> }
