/** One line of the report that `admin go-live` signs. */
export type Proven = { what: string; state: 'pass' | 'not proven' | 'fail'; proof: string }

export function pass(what: string, proof: string): Proven {
  return { what, state: 'pass', proof }
}

export function notProven(what: string, proof: string): Proven {
  return { what, state: 'not proven', proof }
}

export function fail(what: string, proof: string): Proven {
  return { what, state: 'fail', proof }
}
