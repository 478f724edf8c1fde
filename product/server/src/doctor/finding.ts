/**
 * The result of one check. A problem prevents KYC or the start of the server. A warning may become a problem, or
 * recommends a change.
 */
export type Finding = { what: string; state: 'good' | 'warning' | 'problem'; says: string }

export function good(what: string, says: string): Finding {
  return { what, state: 'good', says }
}

export function warning(what: string, says: string): Finding {
  return { what, state: 'warning', says }
}

export function problem(what: string, says: string): Finding {
  return { what, state: 'problem', says }
}
