/** Remembers each id for at least `lifeMs`, and usually for less than twice that time, in two sets that alternate. */
export function createUsedIds(lifeMs: number) {
  let current = new Set<string>()
  let previous = new Set<string>()
  let beganOn = -Infinity

  return {
    /** Marks an id as used. @returns false if the id was used before */
    use(id: string, at: number): boolean {
      const age = at - beganOn
      // The age is negative after a clock was set back.
      if (age >= lifeMs || age < 0) {
        previous = age >= 2 * lifeMs ? new Set() : current
        current = new Set()
        beganOn = at
      }
      if (current.has(id) || previous.has(id)) return false
      current.add(id)
      return true
    },
  }
}
