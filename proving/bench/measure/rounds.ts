type Works = Record<string, (round: number) => unknown>
type Measured<W extends Works> = { [Name in keyof W]: Awaited<ReturnType<W[Name]>> }

/**
 * Runs several measurements in turn, round after round, so that disturbances of the machine affect all of them equally.
 * Round 0 is a warm-up, and its results are dropped.
 */
export async function inRounds<W extends Works>(
  works: W,
  {
    rounds = 5,
    onRound = () => {},
  }: { rounds?: number; onRound?: (round: number, measured: Measured<W>) => void } = {},
): Promise<{ [Name in keyof W]: Measured<W>[Name][] }> {
  const all: Record<string, unknown[]> = Object.fromEntries(Object.keys(works).map(name => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    const measured: Record<string, unknown> = {}
    for (const [name, work] of Object.entries(works)) measured[name] = await work(round)
    onRound(round, measured as Measured<W>)
    if (round > 0) for (const [name, value] of Object.entries(measured)) all[name]?.push(value)
  }
  return all as { [Name in keyof W]: Measured<W>[Name][] }
}
