import { done, type Perform } from './administration.ts'
import type { ChainVerdict } from './audit-chain.ts'
import type { ChainMark, SignedMark } from './audit-seal.ts'

/** The audit trail as a whole. It takes the keys of its seals, and is asked outside the transaction of an action. */
export type AuditBook = {
  /** The chain as it stands at one moment, from its beginning or from the last head before `since`. */
  verify(options: {
    now: Date
    since: Date | undefined
    expected: ExpectedHead | undefined
  }): Promise<AuditVerdict>
  /** JSON lines, oldest first. from inclusive, before exclusive */
  export(range: { from: Date; before: Date }): AsyncIterable<string>
}

/** A head that was exported earlier. */
export type ExpectedHead = Pick<ChainMark, 'position' | 'seal'>

export type AuditVerdict = ChainVerdict & {
  /** Rows that the server has not sealed yet. */
  waiting: number
  head: SignedMark | undefined
}

export type AuditAdministration = {
  verify(options: { since: Date | undefined; expected: ExpectedHead | undefined }): Promise<AuditVerdict>
  /** Is itself recorded before its first line is given. */
  export(range: { from: Date; before: Date }): Promise<AsyncIterable<string>>
}

export function createAuditAdministration(options: {
  perform: Perform
  book: () => AuditBook
  now: () => Date
}): AuditAdministration {
  const { perform, book, now } = options
  return {
    async verify(what) {
      const verdict = await book().verify({ ...what, now: now() })
      const subject = `${verdict.rows} rows, ${verdict.problems.length} problems`
      return perform('audit.verify', async () => ({ subject, ...done(verdict) }))
    },

    async export(range) {
      const lines = book().export(range)
      const subject = `${range.from.toISOString()} to ${range.before.toISOString()}`
      return perform('audit.export', async () => ({ subject, ...done(lines) }))
    },
  }
}
