import type { RelyingParty } from '../ports.ts'
import { Refused } from '../refused.ts'

/**
 * Determines the relying party of passkeys from PORTAL_ORIGIN alone, because a caller can send any Host header. Without
 * PORTAL_ORIGIN, passkeys work only on the server's own computer, where browsers accept `localhost` as a relying party,
 * but not 127.0.0.1.
 * @returns a function that takes the Host header of a request
 */
export function relyingPartyOf(portalOrigin: string | undefined): (host: string) => RelyingParty {
  return host => {
    if (portalOrigin !== undefined) return { id: new URL(portalOrigin).hostname, origin: portalOrigin }
    if (!/^localhost(:\d+)?$/.test(host)) throw new Refused('passkeys_not_offered')
    return { id: 'localhost', origin: `http://${host}` }
  }
}
