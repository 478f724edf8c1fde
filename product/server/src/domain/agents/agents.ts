import { tidyDetails, type AgentDetails, type GivenDetails } from '@ekyc/contract/console/sheet-lines'
import type { User } from '@ekyc/contract/shapes'
import type { Privilege } from '@ekyc/contract/words'

import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { Forbidden } from '../call-errors.ts'
import type { Stores } from '../stores.ts'

export type Agent = {
  id: string
  mobile: string
  name: string
  email: string
  addressLine1: string
  addressLine2: string
  passwordHash: string | null
  resetDemanded: boolean
  disabledOn: Date | null
  /**
   * The time of the first log-in with only a password while a second factor was required, or 1970 after a log-in with a
   * second factor. Null if there was neither.
   */
  graceBeganOn: Date | null
}

/** The agent who owns a token, with the agent's present roles and privileges. */
export type Caller = Pick<Agent, 'mobile' | 'name' | 'email' | 'addressLine1' | 'addressLine2'> &
  WorkFacts & {
    agentId: string
    roles: string[]
    privileges: Privilege[]
  }

/** The facts that decide whether an agent may work, and which limits apply. */
export type WorkFacts = {
  /** The risk class: 'low', 'medium' or 'high'. '' counts as medium. */
  risk: string
  branch: string
  outlet: string
  /** The India day of the bank's last KYC of the agent, or '' if there is none. */
  kycOn: string
  /** The India day of the last order, or of the first count of orders if that is later. Null without either day. */
  activeOn: string | null
  /** True if a rule against fraud has stopped the agent. */
  isStopped: boolean
}

/** Counts how often each quota was used, by its kind, such as 'kyc-hour', and by its subject, such as an agent's id. */
export type QuotaStore = {
  /**
   * Takes one use of a quota. A count that began at or before `since`, or after `latest`, starts again.
   * @returns false if `limit` uses are already taken
   */
  take(quota: {
    subject: string
    kind: string
    at: Date
    since: Date
    latest: Date
    limit: number
  }): Promise<boolean>
  /** Returns the time of the first use if all uses are taken, or undefined while uses are left. */
  spentBetween(quota: {
    subject: string
    kind: string
    since: Date
    latest: Date
    limit: number
  }): Promise<Date | undefined>
  /** Gives one use of a quota back, if the count began no later than `latest`. */
  giveBack(quota: { subject: string; kind: string; latest: Date }): Promise<void>
}

type CountedEvent = 'kycSuccess' | 'kycFailure' | 'login'

export type DailyCountStore = {
  add(agentId: string, day: string, event: CountedEvent): Promise<void>
  /** Returns the sums of the daily counts by month ('YYYY-MM'), oldest first. Months without a row are left out. */
  byMonth(agentId: string, days: Days): Promise<({ month: string } & Record<CountedEvent, number>)[]>
}

/** A period of India days. `fromDay` is inclusive and `beforeDay` is exclusive. */
export type Days = { fromDay: string; beforeDay: string }

export function profileOf({ name, mobile, email, addressLine1, addressLine2, roles }: Caller): User {
  return { name, mobile, email, address: { addressLine1, addressLine2 }, assignedRoles: roles }
}

export async function privilegesOf(
  { database }: Context,
  caller: Caller,
  roleId: string,
): Promise<Privilege[]> {
  if (!caller.roles.includes(roleId)) throw new Forbidden('not_yours')
  return database.agents.privilegesOf(caller.agentId, roleId)
}

/** Returns the agent, or undefined for a disabled agent, so that calls are answered as for an unknown phone. */
export async function enabledAgent(
  { agents }: Pick<Stores, 'agents'>,
  mobile: string,
): Promise<Agent | undefined> {
  const agent = await agents.findByMobile(mobile)
  return agent?.disabledOn ? undefined : agent
}

/** Masks a mobile number as 'XXXXXX0001', so that its owner recognises the number and others cannot complete it. */
export function maskMobile(mobile: string): string {
  return 'X'.repeat(Math.max(0, mobile.length - 4)) + mobile.slice(-4)
}

/** Masks every mobile number in a text for the bank's staff, who can find an agent by the id instead. */
export function withMaskedMobiles(text: string): string {
  return text.replaceAll(/\b\d{10}\b/g, maskMobile)
}

export function newAgent(details: GivenDetails, at: Date): AgentDetails & { id: string; createdOn: Date } {
  return { ...tidyDetails(details), id: newId(at), createdOn: at }
}
