/** Remembers each id for at least `lifeMs`, and usually for less than twice that time, in two sets that alternate. */
export function createUsedIds(lifeMs: number) {
  let current = new Set<string>()
  let previous = new Set<string>()
  let beganOn = -Infinity

  return {
    use(id: string, at: number): boolean {
      const age = at - beganOn
      // A clock that is set back makes the age negative. A small step back leaves the sets alone, because two changes
      // of the sets would forget ids.
      if (Math.abs(age) >= lifeMs) {
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
