import type { RelyingParty } from './ports.ts'
import { Refused } from './refused.ts'

/**
 * Finds the site of passkeys by PORTAL_ORIGIN alone, since a caller can write any Host. Without PORTAL_ORIGIN, passkeys
 * work only on this computer, where browsers accept `localhost` as a site, but not 127.0.0.1.
 * @returns a function of the request's Host
 */
export function relyingPartyOf(portalOrigin: string | undefined): (host: string) => RelyingParty {
  return host => {
    if (portalOrigin !== undefined) return { id: new URL(portalOrigin).hostname, origin: portalOrigin }
    if (!/^localhost(:\d+)?$/.test(host)) throw new Refused('passkeys_not_offered')
    return { id: 'localhost', origin: `http://${host}` }
  }
}
