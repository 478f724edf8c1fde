import type { Runner } from '../../database/link/runner.ts'
import {
  changeStaff,
  endSessionsOfProvider,
  findStaffBySubject,
  insertStaff,
} from '../../database/staff/staff.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId, nilId } from '../../domain/new-id.ts'
import type { ProvenPerson } from '../../domain/ports.ts'
import { rolesOf, type RoleGroups } from '../../domain/staff/staff-roles.ts'
import type { StaffOrigin } from '../../domain/staff/staff-sessions.ts'
import { createAudited } from '../act.ts'

/** Signs in people whom the bank's identity provider has authenticated, each time with the roles of the provider. */
export type ProviderSignIn = {
  /** Stores the person and returns the id. For a person without a role, writes an audit row and returns undefined. */
  personOf(proven: ProvenPerson, origin: StaffOrigin): Promise<string | undefined>
  /** @returns the person's id, if the person has signed in by the provider before */
  known(proven: Pick<ProvenPerson, 'issuer' | 'subject'>): Promise<string | undefined>
  /** Ends the person's sessions that were opened until then. Returns their number. */
  endSessions(of: { issuer: string; subject: string; until: Date }, origin: StaffOrigin): Promise<number>
}

export function createProviderSignIn(options: {
  runner: Runner
  seals: AuditSeals
  roleGroups: RoleGroups
  now: () => Date
}): ProviderSignIn {
  const { runner, seals, roleGroups, now } = options
  const auditedAs = (id: string, name: string, origin: StaffOrigin) =>
    createAudited({ runner, seals, maker: { kind: 'staff', id, name, roles: [] }, origin, now })
  const known = async (proven: Pick<ProvenPerson, 'issuer' | 'subject'>) =>
    (await findStaffBySubject.first(runner, proven))?.id

  return {
    known,

    async personOf(proven, origin) {
      const { issuer, subject } = proven
      const roles = rolesOf(proven.groups, roleGroups)
      const name = tidy(proven.name)
      let id = await known(proven)
      if (id !== undefined) await changeStaff(runner, { id, name, roles })
      if (id === undefined && roles.length > 0) {
        await insertStaff(runner, { id: newId(now()), name, issuer, subject, roles, at: now() })
        id = await known(proven)
      }
      if (roles.length > 0) return id
      const refusal = new CommandRefused('no role')
      await auditedAs(
        id ?? nilId,
        name,
        origin,
      )('staff.sign-in', async ({ row }) => {
        row.subject = 'by provider, without a role'
        throw refusal
      }).catch((error: unknown) => {
        if (error !== refusal) throw error
      })
      return undefined
    },

    async endSessions({ until, ...of }, origin) {
      const person = await findStaffBySubject.first(runner, of)
      if (!person) return 0
      return auditedAs(
        person.id,
        person.name,
        origin,
      )('staff.sign-out', async ({ db, row }) => {
        const { length } = await endSessionsOfProvider(db, {
          staffId: person.id,
          providerSession: null,
          until,
        })
        row.subject = `${length} sessions, by the provider`
        row.unchanged = length === 0
        return length
      })
    },
  }
}

function tidy(name: string): string {
  return name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
}
