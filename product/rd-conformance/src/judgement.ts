/**
 * - met: as demanded.
 * - differs: not to the letter; browsers and tolerant clients cope.
 * - missed: callers fail, or the authority refuses what they send.
 * - untested: nothing was seen that tells.
 */
export type Verdict = 'met' | 'differs' | 'missed' | 'untested'

export type Judgement = {
  verdict: Verdict
  found: string
  /** Takes the place of the demand's own remedy. */
  remedy?: string | undefined
}

export const met = (found: string): Judgement => ({ verdict: 'met', found })
export const differs = (found: string): Judgement => ({ verdict: 'differs', found })
export const missed = (found: string, remedy?: string): Judgement => ({ verdict: 'missed', found, remedy })
export const untested = (found: string): Judgement => ({ verdict: 'untested', found })

/** Judges a list of misses: the demand is met where it is empty. */
export function none(
  misses: readonly string[],
  otherwise: string,
  judge: typeof differs = missed,
): Judgement {
  return misses.length === 0 ? met(otherwise) : judge(misses.join('; '))
}

/** Joins the judgements of the worst verdict that there is. */
export function worstOf(judgements: readonly Judgement[]): Judgement {
  const of = (verdict: Verdict) =>
    judgements.filter(each => each.verdict === verdict).map(({ found }) => found)
  const misses = of('missed')
  return misses.length > 0 ? none(misses, '') : none(of('differs'), 'all', differs)
}
