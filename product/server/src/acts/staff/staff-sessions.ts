import type { SqlRunner } from '../../database/link/sql.ts'
import { changeStaff, findStaffBySubject, markSignIn, saveStaff } from '../../database/staff/staff.ts'
import {
  endOldStaffSessions,
  endStaffSessionsByProvider,
  endStaffSession,
  findStaffSession,
  insertStaffSession,
  listStaffSessions,
  markStaffSeen,
} from '../../database/staff/staff-sessions.ts'
import { hourMs } from '../../domain/clocks.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId, nilId } from '../../domain/ids.ts'
import type { ProvenPerson, ProviderLogOut } from '../../domain/ports.ts'
import { isSameSecret, keyedHash, newSecret } from '../../domain/secrets.ts'
import { rolesOfGroups, type RoleGroups, type StaffMember } from '../../domain/staff/permissions.ts'
import { createRunAudited, type ActDependencies, type StaffOrigin } from '../act.ts'

export type StaffSessions = ReturnType<typeof createStaffSessions>

export type StaffSession = { staff: StaffMember; tokenHash: Uint8Array; openedOn: Date; expiresOn: Date }

/** Use does not extend a session. */
export const staffSessionMs = 10 * hourMs

/** The last use of a session is written at most so often. */
const seenAgainMs = 30_000

/** A further session of the person ends the oldest one. */
const sessionsPerStaffMember = 2

type SessionFacts = Omit<Parameters<typeof insertStaffSession>[1], 'providerSession' | 'mac'>

/** The roles are those of the provider, at each sign-in. */
export function createStaffSessions(options: {
  runner: SqlRunner
  dependencies: ActDependencies
  roleGroups: RoleGroups
  idleLimitMs: number
  now: () => Date
}) {
  const { runner, dependencies, roleGroups, idleLimitMs, now } = options
  const { staffKey } = dependencies.seals
  const hashOf = (token: string) => keyedHash(staffKey, 'token', token)
  const macOf = (session: SessionFacts) => {
    const { tokenHash, staffId, roles, openedOn, expiresOn } = session
    const times = [openedOn.toISOString(), expiresOn.toISOString()]
    return keyedHash(staffKey, 'session', tokenHash, staffId, roles.join(), ...times)
  }
  const auditedAs = (staff: StaffMember, origin: StaffOrigin) =>
    createRunAudited({ runner, dependencies, maker: { kind: 'staff', ...staff }, origin, now })
  const idleSinceOf = (at: Date) => new Date(at.getTime() - idleLimitMs)

  return {
    /**
     * Ends the person's oldest sessions if they have more than two.
     * @returns the token, of which the server keeps only the hash; undefined for a person who is disabled or has no role
     */
    async signIn(proven: ProvenPerson, origin: StaffOrigin): Promise<string | undefined> {
      const at = now()
      const { issuer, subject, session: providerSession } = proven
      const roles = rolesOfGroups(proven.groups, roleGroups)
      const name = tidy(proven.name)
      const id =
        roles.length > 0
          ? (await saveStaff.one(runner, { id: newId(at), name, issuer, subject, roles, at })).id
          : ((await findStaffId(proven)) ?? nilId)
      if (roles.length === 0) await changeStaff(runner, { id, name, roles })
      const signedIn = auditedAs({ id, name, roles }, origin)('staff.sign-in', async ({ db, row }) => {
        row.subject = `by provider${roles.length > 0 ? '' : ', without a role'}`
        const marked = await markSignIn.first(db, { id, at })
        if (!marked) throw new CommandRefused('This person is disabled, or has no role.')
        row.subject += `, as ${marked.roles.join(' and ')}`
        const token = newSecret()
        const session = {
          tokenHash: hashOf(token),
          staffId: id,
          roles: marked.roles,
          openedOn: at,
          expiresOn: new Date(at.getTime() + staffSessionMs),
        }
        await insertStaffSession(db, { ...session, providerSession, mac: macOf(session) })
        await endOldStaffSessions(db, { staffId: id, keep: sessionsPerStaffMember })
        return token
      })
      return signedIn.catch((error: unknown) => {
        if (!(error instanceof CommandRefused)) throw error
        return undefined
      })
    },

    /** @param isUsed false for a call that does not put off the end of an idle session */
    async find(token: string, isUsed = true): Promise<StaffSession | undefined> {
      const at = now()
      const tokenHash = hashOf(token)
      const found = await findStaffSession.first(runner, { tokenHash, at, idleSince: idleSinceOf(at) })
      if (!found) return undefined
      const { id, name, roles, lastSeenOn, mac, ...session } = found
      if (!isSameSecret(mac, macOf({ ...session, tokenHash, staffId: id, roles }))) return undefined
      if (isUsed && Math.abs(at.getTime() - lastSeenOn.getTime()) > seenAgainMs)
        await markStaffSeen(runner, { tokenHash, at })
      return { ...session, tokenHash, staff: { id, name, roles } }
    },

    list({ tokenHash, staff: { id: staffId } }: StaffSession) {
      const at = now()
      return listStaffSessions(runner, { staffId, tokenHash, at, idleSince: idleSinceOf(at) })
    },

    end({ tokenHash, staff }: StaffSession, origin: StaffOrigin): Promise<void> {
      return auditedAs(staff, origin)('staff.sign-out', async ({ db, row }) => {
        row.subject = 'session'
        await endStaffSession(db, { tokenHash })
      })
    },

    async endByProvider({ issuer, subject, session, until }: ProviderLogOut, origin: StaffOrigin) {
      if (subject === undefined)
        return endStaffSessionsByProvider(runner, { staffId: null, providerSession: session, until })
      const person = await findStaffBySubject.first(runner, { issuer, subject })
      if (!person) return []
      return auditedAs(person, origin)('staff.sign-out', async ({ db, row }) => {
        const of = { staffId: person.id, providerSession: null, until }
        const ended = await endStaffSessionsByProvider(db, of)
        row.subject = `${ended.length} sessions, by the provider`
        row.unchanged = ended.length === 0
        return ended
      })
    },

    findStaffId,
  }

  async function findStaffId(of: Pick<ProvenPerson, 'issuer' | 'subject'>): Promise<string | undefined> {
    return (await findStaffBySubject.first(runner, of))?.id
  }
}

function tidy(name: string): string {
  return name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
}
