import type { ActName } from './acts.ts'

/** Every path of the console's calls begins so. */
export const consoleBase = '/api/console/v1'

/**
 * The calls of the bank's console as plain data. Routes, the console's client and its API reference derive from this
 * map; `shapes.ts` gives each call its request and answer.
 */
export const consoleCalls = {
  getMe: get('/me', 'staff'),
  signOut: post('/sign-out', 'staff'),

  getSignIn: get('/sign-in', 'public'),
  startPasskeySignIn: post('/sign-in/passkey/start', 'public'),
  finishPasskeySignIn: post('/sign-in/passkey/finish', 'public'),
  startEnrolment: post('/sign-in/enrol/start', 'public'),
  finishEnrolment: post('/sign-in/enrol/finish', 'public'),
  startPasskey: post('/me/passkeys/start', 'staff'),
  addPasskey: post('/me/passkeys', 'staff'),
  startProof: post('/prove/start', 'staff'),
  prove: post('/prove', 'staff'),
  issueLink: post('/staff/:staff/link', 'staff.link'),
} as const satisfies Record<string, ConsoleCall>

/** The addresses, after `consoleBase`, to which browser and provider go by OpenID Connect; none of them speaks JSON. */
export const providerPaths = {
  /** With `?to=` and a page of the console; with `?proof=` and the mark of a proof, the provider asks the person again. */
  start: '/sign-in/oidc/start',
  return: '/sign-in/oidc/return',
  logOut: '/sign-in/oidc/logout',
} as const

export type ConsoleCallName = keyof typeof consoleCalls

export type ConsoleCall = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Follows `consoleBase`. */
  path: string
  access: ConsoleAccess
}

/** The callers of a call: anybody, any person who has signed in, or those whose roles may do an act. */
export type ConsoleAccess = 'public' | 'staff' | ActName

function get<const P extends string, const A extends ConsoleAccess>(path: P, access: A) {
  return { method: 'GET', path, access } as const
}

function post<const P extends string, const A extends ConsoleAccess>(path: P, access: A) {
  return { method: 'POST', path, access } as const
}
