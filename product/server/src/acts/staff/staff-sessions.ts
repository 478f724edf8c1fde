import type { SqlRunner } from '../../database/link/sql-runner.ts'
import {
  changeStaff,
  findStaff,
  findStaffBySubject,
  markSignIn,
  saveStaff,
} from '../../database/staff/staff.ts'
import {
  endOldStaffSessions,
  endStaffSessionsByProvider,
  endStaffSession,
  findStaffSession,
  insertStaffSession,
  listStaffSessions,
  markStaffSeen,
} from '../../database/staff/staff-sessions.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { newId, nilId } from '../../domain/ids.ts'
import type { ProvenPerson, ProviderLogOut } from '../../domain/ports.ts'
import { isSameSecret } from '../../domain/secrets.ts'
import { rolesOfGroups, type RoleGroups, type StaffMember } from '../../domain/staff/permissions.ts'
import {
  createStaffMacs,
  newStaffToken,
  sessionsPerStaffMember,
  staffSessionMs,
  type StaffOrigin,
  type StaffSession,
} from '../../domain/staff/staff-sessions.ts'
import { createRunAudited } from '../act.ts'

export type StaffSessions = ReturnType<typeof createStaffSessions>

/** The shortest time between two updates of a session's last use, in ms. */
const seenAgainMs = 30_000

/** Signs in people whom the bank's identity provider has authenticated, each time with the roles of the provider. */
export function createStaffSessions(options: {
  runner: SqlRunner
  seals: AuditSeals
  roleGroups: RoleGroups
  idleLimitMs: number
  now: () => Date
}) {
  const { runner, seals, roleGroups, idleLimitMs, now } = options
  const marks = createStaffMacs(seals.staffKey)
  const auditedAs = (staff: StaffMember, origin: StaffOrigin) =>
    createRunAudited({ runner, seals, maker: { kind: 'staff', ...staff }, origin, now })
  const idleSinceOf = (at: Date) => new Date(at.getTime() - idleLimitMs)

  return {
    /**
     * Opens a session and writes its audit row. Ends the person's oldest sessions if they have more than two.
     * @param providerSession the id of the session at the identity provider (`sid`), by which the provider ends it
     * @returns the token, of which the server keeps only the hash; undefined for a person who is disabled or has no role
     */
    async open(
      staffId: string,
      providerSession: string | undefined,
      origin: StaffOrigin,
    ): Promise<string | undefined> {
      const at = now()
      const person = await findStaff.first(runner, { id: staffId })
      if (!person) return undefined
      const token = newStaffToken()
      const session = {
        tokenHash: marks.tokenHash(token) ?? Buffer.alloc(0),
        staffId,
        openedOn: at,
        expiresOn: new Date(at.getTime() + staffSessionMs),
        providerSession,
      }
      const opened = auditedAs(person, origin)('staff.sign-in', async ({ db, row }) => {
        row.subject = 'by provider'
        const marked = await markSignIn.first(db, { id: staffId, at })
        if (!marked) throw new CommandRefused('This person is disabled, or has no role.')
        row.subject = `by provider, as ${marked.roles.join(' and ')}`
        const { roles } = marked
        await insertStaffSession(db, { ...session, roles, mac: marks.ofSession({ ...session, roles }) })
        await endOldStaffSessions(db, { staffId, keep: sessionsPerStaffMember })
        return token
      })
      return opened.catch(undefinedIfRefused)
    },

    /**
     * Finds the live session of the token, with the person's present name and roles.
     * @param isUsed false for a call that does not put off the end of an idle session
     */
    async find(token: string, isUsed = true): Promise<StaffSession | undefined> {
      const at = now()
      const tokenHash = marks.tokenHash(token)
      if (!tokenHash) return undefined
      const found = await findStaffSession.first(runner, { tokenHash, at, idleSince: idleSinceOf(at) })
      if (!found) return undefined
      const { id, name, roles, lastSeenOn, mac, ...session } = found
      if (!isSameSecret(mac, marks.ofSession({ ...session, tokenHash, staffId: id, roles }))) return undefined
      if (isUsed && Math.abs(at.getTime() - lastSeenOn.getTime()) > seenAgainMs)
        await markStaffSeen(runner, { tokenHash, at })
      return { ...session, staff: { id, name, roles } }
    },

    list(token: string, { id: staffId }: StaffMember) {
      const at = now()
      const tokenHash = marks.tokenHash(token) ?? Buffer.alloc(0)
      return listStaffSessions(runner, { staffId, tokenHash, at, idleSince: idleSinceOf(at) })
    },

    async end(token: string, staff: StaffMember, origin: StaffOrigin): Promise<void> {
      const tokenHash = marks.tokenHash(token)
      if (!tokenHash) return
      await auditedAs(staff, origin)('staff.sign-out', async ({ db, row }) => {
        row.subject = 'session'
        await endStaffSession(db, { tokenHash })
      })
    },

    /**
     * Ends the sessions of a person, or one of the provider's sessions, that were opened until the provider's log-out.
     * Returns the number of ended sessions.
     */
    async endByProvider(
      { issuer, subject, session, until }: ProviderLogOut,
      origin: StaffOrigin,
    ): Promise<number> {
      if (subject === undefined)
        return endOfProvider(runner, { staffId: null, providerSession: session ?? null })
      const person = await findStaffBySubject.first(runner, { issuer, subject })
      if (!person) return 0
      return auditedAs(person, origin)('staff.sign-out', async ({ db, row }) => {
        const ended = await endOfProvider(db, { staffId: person.id, providerSession: null })
        row.subject = `${ended} sessions, by the provider`
        row.unchanged = ended === 0
        return ended
      })

      async function endOfProvider(
        db: SqlRunner,
        of: { staffId: string | null; providerSession: string | null },
      ) {
        return (await endStaffSessionsByProvider(db, { ...of, until })).length
      }
    },

    /** @returns the id of a person who has signed in before */
    findStaffId,

    /** Stores the person and returns the id. For a person without a role, writes an audit row and returns undefined. */
    async saveStaff(proven: ProvenPerson, origin: StaffOrigin): Promise<string | undefined> {
      const { issuer, subject } = proven
      const roles = rolesOfGroups(proven.groups, roleGroups)
      const name = tidy(proven.name)
      if (roles.length > 0)
        return (await saveStaff.one(runner, { id: newId(now()), name, issuer, subject, roles, at: now() })).id
      const id = await findStaffId(proven)
      if (id !== undefined) await changeStaff(runner, { id, name, roles })
      const nobody = { id: id ?? nilId, name, roles }
      const refused = auditedAs(nobody, origin)('staff.sign-in', async ({ row }) => {
        row.subject = 'by provider, without a role'
        throw new CommandRefused('This person has no role.')
      })
      return refused.catch(undefinedIfRefused)
    },
  }

  async function findStaffId(of: Pick<ProvenPerson, 'issuer' | 'subject'>): Promise<string | undefined> {
    return (await findStaffBySubject.first(runner, of))?.id
  }
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof CommandRefused)) throw error
}

function tidy(name: string): string {
  return name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
}
