import { hash } from 'node:crypto'

import { tidyDetails, type AgentDetails, type GivenDetails } from '@ekyc/contract/console/sheet-lines'
import type { User } from '@ekyc/contract/shapes'

import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { Forbidden } from '../call-errors.ts'
import type { Stores } from '../stores.ts'

export type Agent = NonNullable<Awaited<ReturnType<Stores['agents']['findByMobile']>>>

/** The owner of a token. Roles and privileges are those of this moment. */
export type Caller = NonNullable<Awaited<ReturnType<Stores['sessions']['findCaller']>>>['caller']

export function profileOf({ name, mobile, email, addressLine1, addressLine2, roles }: Caller): User {
  return { name, mobile, email, address: { addressLine1, addressLine2 }, assignedRoles: roles }
}

export async function privilegesOf({ database }: Context, caller: Caller, roleId: string) {
  if (!caller.roles.includes(roleId)) throw new Forbidden('not_yours')
  return database.agents.privilegesOf(caller.agentId, roleId)
}

/** Returns undefined for a disabled agent, so that calls are answered as for an unknown phone. */
export async function enabledAgent({ agents }: Pick<Stores, 'agents'>, mobile: string) {
  const agent = await agents.findByMobile(mobile)
  return agent?.disabledOn ? undefined : agent
}

/** XXXXXX0001: its owner recognises the number, and others cannot complete it. */
export function maskMobile(mobile: string): string {
  return 'X'.repeat(Math.max(0, mobile.length - 4)) + mobile.slice(-4)
}

/** The bank's staff can find an agent by the id instead. */
export function maskMobilesIn(text: string): string {
  return text.replaceAll(/\b\d{10}\b/g, maskMobile)
}

export function newAgent(details: GivenDetails, at: Date): AgentDetails & { id: string; createdOn: Date } {
  return { ...tidyDetails(details), id: newId(at), createdOn: at }
}

/** Tells whether a person approved the same plan of an import. */
export function hashOfPlan(...parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts))
}
