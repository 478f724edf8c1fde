import { consoleRefusals } from '@ekyc/contract/console/refusals'

import type { SqlRunner } from '../database/link/sql.ts'
import { findActAnswer, reserveActAnswer, storeActAnswer } from '../database/staff/staff.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { ActContext } from './act.ts'

type AnswerKey = { staffId: string; key: string; contentHash: Uint8Array }

/** Stores the answer in the transaction of the action, so that the database has both or neither. */
type KeepAnswer<Answer> = (
  action: Pick<ActContext, 'db' | 'at' | 'row'>,
  run: () => Promise<Answer>,
) => Promise<Answer>

/**
 * A later request with the same key gets the answer of the first one and changes nothing. A refused act has changed
 * nothing, so its key stays free.
 * @param work passes the part that runs in the act's transaction to `keeping`
 */
export async function answerOnce<Answer extends object>(
  runner: SqlRunner,
  key: AnswerKey,
  work: (keeping: KeepAnswer<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const keeping: KeepAnswer<Answer> = async ({ db, at, row }, run) => {
    const held = await reserveActAnswer(db, { ...key, at })
    // A request with the same key was first by a moment, and the trail has it already.
    const earlier = held.length === 0 ? await earlierAnswer(db) : undefined
    if (earlier) {
      Object.assign(row, { unchanged: true, isRecordedAlready: true })
      return earlier
    }
    const answer = await run()
    await storeActAnswer(db, { ...key, answer: JSON.stringify(answer) })
    return answer
  }
  return (await earlierAnswer(runner)) ?? work(keeping)

  async function earlierAnswer(db: SqlRunner): Promise<Answer | undefined> {
    const found = await findActAnswer.first(db, key)
    if (!found?.answer) return undefined
    if (Buffer.compare(found.contentHash, key.contentHash) !== 0)
      throw new CommandRefused(consoleRefusals.key_used[1], 'key_used')
    return found.answer as Answer
  }
}
