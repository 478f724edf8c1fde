import type { StaffRole } from '@ekyc/contract/console/acts'

import { createStaffSessions } from '../administration/staff-sessions.ts'
import { openDatabase } from '../database/open-database.ts'
import { insertStaff } from '../database/staff.ts'
import type { AuditSeals } from '../domain/audit-seal.ts'
import { hourMs } from '../domain/durations.ts'
import { newId } from '../domain/new-id.ts'

/**
 * Adds a person to the database of a running product and signs the person in, for tests of the console's pages.
 * @returns the value of the cookie `__Host-console`
 */
export async function staffSessionAt(
  databaseUrl: string,
  seals: AuditSeals,
  person: { name: string; roles: StaffRole[] },
): Promise<string> {
  const open = openDatabase(databaseUrl, seals, { connections: 1 })
  try {
    const { runner } = open
    const at = new Date()
    const id = newId(at)
    await insertStaff(runner, { ...person, id, issuer: 'https://sso.bank.test', subject: id, at })
    const sessions = createStaffSessions({ runner, seals, idleLimitMs: hourMs, now: () => at })
    const origin = { address: '127.0.0.1', requestId: id, traceId: undefined }
    const token = await sessions.open(id, undefined, origin)
    if (token === undefined) throw new Error(`${person.name} has no role`)
    return token
  } finally {
    await open.close()
  }
}
