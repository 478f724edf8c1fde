/**
 * The result of examining one demand.
 *
 * - met: the service does what is demanded.
 * - differs: the service does not meet the demand to the letter, but browsers and tolerant clients cope.
 * - missed: callers fail, or the authority refuses what they send.
 * - untested: nothing was observed that tells whether the demand is met.
 */
export type Verdict = 'met' | 'differs' | 'missed' | 'untested'

export type Judgement = {
  verdict: Verdict
  found: string
  /** A remedy that replaces the usual remedy of the demand. */
  remedy?: string | undefined
}

export const met = (found: string): Judgement => ({ verdict: 'met', found })
export const differs = (found: string): Judgement => ({ verdict: 'differs', found })
export const missed = (found: string, remedy?: string): Judgement => ({ verdict: 'missed', found, remedy })
export const untested = (found: string): Judgement => ({ verdict: 'untested', found })

/** Judges a demand by the faults that were found (`misses`). The demand is met if there are none. */
export function none(
  misses: readonly string[],
  otherwise: string,
  judge: typeof differs = missed,
): Judgement {
  return misses.length === 0 ? met(otherwise) : judge(misses.join('; '))
}

/** Returns one judgement with the worst verdict and all findings of this verdict; just 'all' if every demand is met. */
export function worstOf(judgements: readonly Judgement[]): Judgement {
  const of = (verdict: Verdict) =>
    judgements.filter(each => each.verdict === verdict).map(({ found }) => found)
  const misses = of('missed')
  return misses.length > 0 ? none(misses, '') : none(of('differs'), 'all', differs)
}
