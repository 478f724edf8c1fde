import { hash, randomBytes } from 'node:crypto'

import type { ProviderFlow } from '../domain/ports.ts'

/** The cookie of the browser that began a flow. */
export const flowCookie = 'console-sign-in'

/** The data of a running sign-in or proof at the identity provider. The browser keeps the data in a cookie. */
type KeptFlow = {
  /** A random text that only the cookie contains, so that only the browser that began the flow can finish it. */
  secret: string
  /** The mark of the requested proof, or '' for a sign-in. */
  mark: string
  to: string
}

export function newFlow({
  mark = '',
  to = '/',
}: {
  mark?: string | undefined
  to?: string | undefined
}): KeptFlow {
  return { secret: randomBytes(32).toString('base64url'), mark, to: isPage(to) ? to : '/' }
}

/** Derives state, nonce and code verifier from the secret, so that no server has to store them. */
export function providerFlow({ secret }: KeptFlow): ProviderFlow {
  const part = (name: string) => hash('sha256', `${name} ${secret}`, 'base64url')
  return { state: part('state'), nonce: part('nonce'), codeVerifier: part('code verifier') }
}

export function flowText({ secret, mark, to }: KeptFlow): string {
  return [secret, mark, Buffer.from(to).toString('base64url')].join('.')
}

/** Returns the flow of this browser's cookie, if the provider's return belongs to it. Any page can send a return. */
export function returnedFlow(text: string | undefined, state: unknown): KeptFlow | undefined {
  const flow = readFlow(text)
  return flow && providerFlow(flow).state === state ? flow : undefined
}

function readFlow(text: string | undefined): KeptFlow | undefined {
  const [, secret, mark = '', to = ''] = /^([\w-]{43})\.([\w-]{43}|)\.([\w-]*)$/.exec(text ?? '') ?? []
  if (secret === undefined) return undefined
  const page = Buffer.from(to, 'base64url').toString()
  return { secret, mark, to: isPage(page) ? page : '/' }
}

/** Refuses a path that a browser would take for another host. */
function isPage(to: string): boolean {
  return /^\/(?![/\\])[\x21-\x7E]*$/.test(to)
}
