import { randomBytes } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import { sealAuditRows } from '../../database/audit/audit-sealer.ts'
import { withConnection } from '../../database/link/direct-connection.ts'
import { openDatabase } from '../../database/link/open-database.ts'
import { dayMs } from '../../domain/clocks.ts'
import { databaseTime } from '../../../testing/database/database-time.ts'
import { auditEvent } from '../../../testing/fixed/audit-event.ts'
import { testDay } from '../../../testing/fixed/test-day.ts'
import { operatorAt, testSeals } from '../../../testing/operator-at.ts'
import { patientLimits } from '../../../testing/test-server.ts'
import { databaseOn, onceUnused } from '../../../testing/database/databases-of-server.ts'
import { databaseOfFile, databaseOfTest, testPostgres } from '../../../testing/database/test-database.ts'

const databaseUrl = await databaseOfFile()
await appendAndSeal(databaseUrl, 3)
const databaseNow = await databaseTime(databaseUrl)

/** Writes and seals audit rows as a server does. */
async function appendAndSeal(url: string, count: number): Promise<void> {
  const { database, runner, close } = openDatabase(url, testSeals, { connections: 3, limits: patientLimits })
  for (let row = 0; row < count; row += 1) await database.audit.append(auditEvent({ at: testDay }))
  await sealAuditRows(runner, testSeals, testDay)
  await close()
}

const at = (url: string, now = databaseNow) => operatorAt({ databaseUrl: url, now, closes: true })

async function restoredCopy(): Promise<string> {
  const { url: server } = await testPostgres()
  const source = new URL(databaseUrl).pathname.slice(1)
  const copy = `restored_${randomBytes(6).toString('hex')}`
  await onceUnused(server, `create database ${copy} template ${source} strategy file_copy`)
  onTestFinished(() => onceUnused(server, `drop database ${copy} with (force)`))
  return databaseOn(server, copy)
}

const proofOf = async (url: string) => (await at(url)('audit prove-restore')).out

test('a restored copy proves the restore, and an old, forged or foreign proof does not', async () => {
  const proof = await proofOf(await restoredCopy())
  const judged = (file: string, now?: () => Date) =>
    at(databaseUrl, now)('audit prove-restore --check restored.json', { files: { 'restored.json': file } })
  const refused = (reason: string) => ({ code: 1, out: expect.stringContaining(reason) as unknown })
  expect(await judged(proof)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ 3 audit rows, intact, .* of this trail\n$/),
  })
  await appendAndSeal(databaseUrl, 2)
  expect(await judged(proof)).toMatchObject({ code: 0 })

  expect(await judged(proof.replace('"rows":3', '"rows":4'))).toMatchObject(refused('is no proof'))
  expect(await judged('no proof')).toMatchObject(refused('is no proof'))
  expect(await judged(await proofOf(databaseUrl))).toMatchObject(refused('this very database'))
  const foreign = await databaseOfTest()
  await appendAndSeal(foreign, 3)
  expect(await judged(await proofOf(foreign))).toMatchObject(refused("trail is not this one's"))
  const late = new Date(databaseNow().getTime() + 101 * dayMs)
  expect(await judged(proof, () => late)).toMatchObject(refused('more than 100 days ago'))
})

test('a copy whose trail was changed gets no proof', async () => {
  const copy = await restoredCopy()
  await withConnection(copy, async client => {
    await client.query("set session_replication_role = 'replica'")
    await client.query(`update audit_events set actor = 'somebody else' where position = 2`)
  })
  const run = await at(copy)('audit prove-restore')
  expect(run).toMatchObject({ code: 1, out: '', complaint: expect.stringContaining('not intact') })
})
