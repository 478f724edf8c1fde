import { hash, randomBytes } from 'node:crypto'

import type { ProviderFlow } from '../domain/ports.ts'

/** A way to the provider and back, which the browser keeps in a cookie. */
type KeptFlow = {
  /** Comes from the cookie alone, so that a return belongs to the browser that set out. */
  secret: string
  /** The mark of a proof that is asked for; '' for a sign-in. */
  mark: string
  /** The page of the console to go to. */
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

/** State, nonce and code verifier follow from the secret, so that no server keeps them. */
export function providerFlow({ secret }: KeptFlow): ProviderFlow {
  const part = (name: string) => hash('sha256', `${name} ${secret}`, 'base64url')
  return { state: part('state'), nonce: part('nonce'), codeVerifier: part('code verifier') }
}

export function flowText({ secret, mark, to }: KeptFlow): string {
  return [secret, mark, Buffer.from(to).toString('base64url')].join('.')
}

export function readFlow(text: string | undefined): KeptFlow | undefined {
  const [, secret, mark = '', to = ''] = /^([\w-]{43})\.([\w-]{43}|)\.([\w-]*)$/.exec(text ?? '') ?? []
  if (secret === undefined) return undefined
  const page = Buffer.from(to, 'base64url').toString()
  return { secret, mark, to: isPage(page) ? page : '/' }
}

/** A page of the console, and no address that a browser takes for another host. */
function isPage(to: string): boolean {
  return /^\/(?![/\\])[\x21-\x7E]*$/.test(to)
}
