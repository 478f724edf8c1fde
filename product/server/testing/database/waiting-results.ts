import { createOutboxStore } from '../../src/database/messages/outbox.ts'
import type { SqlRunner } from '../../src/database/link/sql.ts'
import { newId } from '../../src/domain/ids.ts'
import { putInOutbox } from '../../src/domain/messages/outbox.ts'
import type { SecretBoxKeys } from '../../src/domain/secrets.ts'

/** Puts `count` results for the bank into the outbox, in one transaction. Each result belongs to another agent. */
export async function putWaitingResults(
  db: SqlRunner,
  { keys, count, at }: { keys: SecretBoxKeys; count: number; at: Date },
): Promise<void> {
  await db.inTransaction(async transaction => {
    for (let index = 0; index < count; index += 1)
      await putInOutbox({ outbox: createOutboxStore(transaction) }, keys, {
        agentId: newId(at),
        kind: 'kyc-result',
        body: { type: 'test', sentOn: at.toISOString() },
        at,
        expiresOn: new Date(at.getTime() + 86_400_000),
      })
  })
}
