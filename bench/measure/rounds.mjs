/**
 * Measures several works in turn, round after round, so that warming up and whatever else runs on this machine hit all
 * of them alike. The first round is thrown away.
 *
 * @param {Record<string, (round: number) => Promise<T>>} works each gives what it measured
 * @param {{ rounds?: number, onRound?: (round: number, measured: Record<string, T>) => void }} options round 0 is the
 *   one thrown away
 * @returns {Promise<Record<string, T[]>>}
 * @template T
 */
export async function inRounds(works, { rounds = 5, onRound = () => {} } = {}) {
  const all = Object.fromEntries(Object.keys(works).map(name => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    const measured = {}
    for (const [name, work] of Object.entries(works)) measured[name] = await work(round)
    onRound(round, measured)
    if (round > 0) for (const [name, value] of Object.entries(measured)) all[name].push(value)
  }
  return all
}
