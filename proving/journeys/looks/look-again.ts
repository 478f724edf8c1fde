/**
 * Looks until two looks in a row find no problem, for 10 s at most. The portal moves its bars, hints and texts some
 * frames after a change of size or language, and a busy machine draws few frames. A slow look at a page that stands
 * still already is enough when it is clean once. The function is sent to the page as text too, so it uses nothing from
 * outside its body.
 */
export async function lookAgain(
  look: () => string[] | Promise<string[]>,
  enoughCleanLooks = 2,
): Promise<string[]> {
  const end = performance.now() + 10_000
  for (let cleanLooks = 0; ;) {
    const problems = await look()
    cleanLooks = problems.length === 0 ? cleanLooks + 1 : 0
    if (cleanLooks === enoughCleanLooks || performance.now() > end) return problems
    if (cleanLooks === 0) await new Promise(resolve => setTimeout(resolve, 50))
  }
}
