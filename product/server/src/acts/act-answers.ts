import type { Runner } from '../database/link/runner.ts'
import { findAnswer, holdAnswer, keepAnswer } from '../database/staff/staff.ts'
import type { Action } from './act.ts'

type AnswerKey = { staffId: string; key: string; contentHash: Uint8Array }

/** Reports that an earlier request had the same idempotency key but another content. */
export class KeyUsed extends Error {
  override name = 'KeyUsed'
}

class AnsweredBefore extends Error {
  override name = 'AnsweredBefore'
}

/** Runs an action and stores its answer in the same transaction, so that the database has both or neither. */
export type Keeping = <Answer extends object>(
  action: Pick<Action, 'db' | 'at'>,
  run: () => Promise<Answer>,
) => Promise<Answer>

/**
 * Runs `work` once for each key. A later request with the same key gets the answer of the first request and changes
 * nothing. A refused act has changed nothing, so its key stays free.
 * @param work does the act, and passes the part that runs in the act's transaction to `keeping`
 * @throws KeyUsed
 */
export async function answerOnce<Answer extends object>(
  runner: Runner,
  key: AnswerKey,
  work: (keeping: Keeping) => Promise<Answer>,
): Promise<Answer> {
  const earlier = await earlierAnswer()
  if (earlier) return earlier
  try {
    return await work(async ({ db, at }, run) => {
      const held = await holdAnswer(db, { ...key, at })
      if (held.length === 0) throw new AnsweredBefore()
      const answer = await run()
      await keepAnswer(db, { ...key, answer: JSON.stringify(answer) })
      return answer
    })
  } catch (error) {
    const first = error instanceof AnsweredBefore ? await earlierAnswer() : undefined
    if (!first) throw error
    return first
  }

  async function earlierAnswer(): Promise<Answer | undefined> {
    const found = await findAnswer.first(runner, key)
    if (!found?.answer) return undefined
    if (Buffer.compare(found.contentHash, key.contentHash) !== 0) throw new KeyUsed()
    return found.answer as Answer
  }
}
