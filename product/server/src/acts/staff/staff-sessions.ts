import {
  endOldStaffSessions,
  endSessionsOfProvider,
  endStaffSession,
  findStaff,
  findStaffSession,
  insertStaffSession,
  listStaffSessions,
  markSignIn,
  markStaffSeen,
} from '../../database/staff/staff.ts'
import type { Runner } from '../../database/link/runner.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import type { StaffMember } from '../../domain/staff/permit.ts'
import {
  createStaffMarks,
  isSameMac,
  newStaffToken,
  sessionsPerPerson,
  staffSessionMs,
  type StaffOrigin,
  type StaffSession,
} from '../../domain/staff/staff-sessions.ts'
import { createAudited } from '../act.ts'

export type OwnSession = {
  openedOn: Date
  lastSeenOn: Date
  expiresOn: Date
  isCurrent: boolean
}

export type StaffSessions = {
  /**
   * Opens a session and writes its audit row. Ends the person's oldest sessions if they have more than two.
   * @returns the token, of which the server keeps only the hash; undefined for a person who is disabled or has no role
   */
  open(
    staffId: string,
    /** The id of the session at the identity provider (`sid`). The provider ends the session by this id. */
    providerSession: string | undefined,
    origin: StaffOrigin,
  ): Promise<string | undefined>
  /**
   * Finds the live session of the token, with the person's present name and roles.
   * @param isUsed false for a call that does not put off the end of an idle session
   */
  find(token: string, isUsed?: boolean): Promise<StaffSession | undefined>
  list(token: string, staff: StaffMember): Promise<OwnSession[]>
  end(token: string, staff: StaffMember, origin: StaffOrigin): Promise<void>
  /** Ends the provider's session that was opened until then. Returns the number of ended sessions. */
  endAllOf(which: { providerSession: string; until: Date }): Promise<number>
}

/** The shortest time between two updates of a session's last use, in ms. */
const seenAgainMs = 30_000

export function createStaffSessions(options: {
  runner: Runner
  seals: AuditSeals
  idleLimitMs: number
  now: () => Date
}): StaffSessions {
  const { runner, seals, idleLimitMs, now } = options
  const marks = createStaffMarks(seals.staffKey)
  const auditedAs = (staff: StaffMember, origin: StaffOrigin) =>
    createAudited({ runner, seals, maker: { kind: 'staff', ...staff }, origin, now })
  const idleSinceOf = (at: Date) => new Date(at.getTime() - idleLimitMs)

  return {
    async open(staffId, providerSession, origin) {
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
      try {
        await auditedAs(person, origin)('staff.sign-in', async ({ db, row }) => {
          row.subject = 'by provider'
          const marked = await markSignIn.first(db, { id: staffId, at })
          if (!marked) throw new CommandRefused('This person is disabled, or has no role.')
          row.subject = `by provider, as ${marked.roles.join(' and ')}`
          const { roles } = marked
          await insertStaffSession(db, { ...session, roles, mac: marks.ofSession({ ...session, roles }) })
          await endOldStaffSessions(db, { staffId, keep: sessionsPerPerson })
        })
      } catch (error) {
        if (error instanceof CommandRefused) return undefined
        throw error
      }
      return token
    },

    async find(token, isUsed = true) {
      const at = now()
      const tokenHash = marks.tokenHash(token)
      if (!tokenHash) return undefined
      const found = await findStaffSession.first(runner, { tokenHash, at, idleSince: idleSinceOf(at) })
      if (!found) return undefined
      const { id, name, roles, lastSeenOn, mac, ...session } = found
      if (!isSameMac(mac, marks.ofSession({ ...session, tokenHash, staffId: id, roles }))) return undefined
      if (isUsed && Math.abs(at.getTime() - lastSeenOn.getTime()) > seenAgainMs)
        await markStaffSeen(runner, { tokenHash, at })
      return { ...session, staff: { id, name, roles } }
    },

    list(token, { id: staffId }) {
      const at = now()
      const tokenHash = marks.tokenHash(token) ?? Buffer.alloc(0)
      return listStaffSessions(runner, { staffId, tokenHash, at, idleSince: idleSinceOf(at) })
    },

    async end(token, staff, origin) {
      const tokenHash = marks.tokenHash(token)
      if (!tokenHash) return
      await auditedAs(staff, origin)('staff.sign-out', async ({ db, row }) => {
        row.subject = 'session'
        await endStaffSession(db, { tokenHash })
      })
    },

    async endAllOf(which) {
      return (await endSessionsOfProvider(runner, { ...which, staffId: null })).length
    },
  }
}
