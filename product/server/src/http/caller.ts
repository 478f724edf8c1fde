import { isIP, isIPv4 } from 'node:net'

import type { Access, CallName } from '@ekyc/contract/calls'
import { isMobile } from '@ekyc/contract/rules'
import { agentRole, roleHeader } from '@ekyc/contract/words'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Caller } from '../domain/agents/agents.ts'
import { hourMs } from '../domain/clocks.ts'
import { Forbidden, Unauthenticated } from '../domain/call-errors.ts'
import type { CallOrigin } from '../domain/sign-in/call-origin.ts'
import type { CallWithProof } from '../domain/sign-in/proof-of-possession.ts'
import { headerValues } from './headers.ts'

const bearer = /^Bearer +([A-Za-z0-9_-]{20,128})$/i

export function readCallWithProof({ headers, method, url }: FastifyRequest): CallWithProof {
  // Node joins several DPoP headers with a comma. A valid proof contains no comma.
  return { proof: headers['dpop']?.toString(), method, path: url.split('?')[0] ?? '' }
}

/** The server reads a token from no other place than the single Authorization header. */
export function requireToken(request: FastifyRequest, access: Access): string | undefined {
  if (access === 'public') return undefined
  const [header, ...others] = headerValues(request.raw, 'authorization')
  if (header === undefined && access === 'optional-session') return undefined
  const token = others.length === 0 ? bearer.exec(header ?? '')?.[1] : undefined
  if (token === undefined) throw new Unauthenticated()
  return token
}

/** The headers `role` and `client-id` can only cause a refusal. */
export function requireAccess(request: FastifyRequest, caller: Caller, access: Access): void {
  const { role, 'client-id': clientId } = request.headers
  if (role !== undefined && role !== roleHeader) throw new Forbidden('not_yours')
  if (clientId !== undefined && clientId !== caller.mobile) throw new Forbidden('not_yours')
  if (typeof access === 'string') return
  const isPrivileged = access.some(privilege => caller.privileges.includes(privilege))
  if (!caller.roles.includes(agentRole) || !isPrivileged) throw new Forbidden('privilege_missing')
}

export function claimedMobile(body: unknown): string | undefined {
  const { username } = (body ?? {}) as { username?: unknown }
  return typeof username === 'string' && isMobile(username) ? username : undefined
}

/** The fields of a body that contain a phone. Each phone must be the phone of the token's owner. */
const mobileFields = ['username', 'id', 'mobile', 'roid'] as const

/** The calls whose `id` identifies a session or a passkey of the caller instead of a phone. */
const withOtherIds: CallName[] = ['endSession', 'removePasskey']

export function refusalOfForeignMobile(call: CallName, body: unknown, caller: Caller): Forbidden | undefined {
  const fields = body as Record<string, unknown> & { biometricDeviceInfo?: { roid?: unknown } }
  const names = withOtherIds.includes(call) ? mobileFields.filter(name => name !== 'id') : mobileFields
  const claimed = [...names.map(name => fields[name]), fields.biometricDeviceInfo?.roid]
  const isForeign = claimed.some(value => value !== undefined && value !== caller.mobile)
  return isForeign ? new Forbidden('not_yours') : undefined
}

/** If the text that a trusted proxy forwards is no IP address, the address of the proxy is returned. */
export function callerAddress(request: FastifyRequest): string {
  const hops = request.ips ?? [request.ip]
  return withoutZone(hops.findLast(hop => isIP(hop) !== 0) ?? request.socket.remoteAddress ?? '')
}

/**
 * Returns the two networks that limits count. `network` is an IPv4 address or an IPv6 /64, in which a host can choose
 * any address. `widerNetwork` is the surrounding /24 or /48, which one customer of a provider may own entirely.
 */
export function networksOfAddress(address: string): Pick<CallOrigin, 'network' | 'widerNetwork'> {
  if (isIP(address) !== 6) return { network: address, widerNetwork: address.replace(/\.\d+$/, '.0/24') }
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after]
  return {
    network: `${groups.slice(0, 4).join(':')}::/64`,
    widerNetwork: `${groups.slice(0, 3).join(':')}::/48`,
  }
}

/** Either a stranger sends the header, or TRUSTED_PROXIES lacks the bank's proxy and all callers share its address. */
export function warnOfUntrustedForwarding(app: FastifyInstance, now: () => Date): void {
  let toldAt = -Infinity
  app.addHook('onRequest', (request, _reply, next) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    // If a trusted peer sends the header, `request.ips` has several addresses, and the first is the peer's.
    const isTrusted = (request.ips?.length ?? 1) > 1
    const at = now().getTime()
    if (isForwarded && !isTrusted && at - toldAt >= hourMs) {
      toldAt = at
      request.log.warn(
        { peer: request.socket.remoteAddress },
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: if it is your proxy, all callers share one address and its limits',
      )
    }
    next()
  })
}

/** Removes the zone of an address such as fe80::1%eth0, and the IPv6 prefix of one such as ::ffff:192.0.2.1. */
function withoutZone(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = plain.replace(/^::ffff:/i, '')
  return isIPv4(mapped) ? mapped : plain
}
