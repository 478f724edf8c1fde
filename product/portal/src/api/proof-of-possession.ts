import { readSessionKey, writeSessionKey, type SessionKey } from '../session/session-key.ts'
import { base64url } from '@ekyc/ui/browser/base64url.ts'
import { randomId } from '@ekyc/ui/browser/random-id.ts'
import { fetchTimed } from './request.ts'
import { clockOffsetMs, serverNow } from '@ekyc/ui/browser/server-clock.ts'

/** The session's key. It stays in memory so that a log-out has a proof even while the stored key is deleted. */
let sessionKey: SessionKey | undefined

/** A change of the measured clock, in ms, that exceeds the error of the measurement. */
const clockMovedMs = 10_000

/**
 * Fetches with a proof of possession (RFC 9449), if this browser has a key for the call. A log-in creates a new key,
 * and the server binds the session to the key. Without a secure context or IndexedDB there is no key, and the session
 * uses a plain bearer token.
 * @param token the session's access token; undefined at a log-in
 */
export async function fetchProven(
  path: string,
  init: RequestInit,
  token: string | undefined,
): Promise<Response> {
  const ask = async () => {
    const proof = await proofFor(init.method ?? 'GET', path, token)
    const headers = new Headers(init.headers)
    if (proof) headers.set('DPoP', proof)
    return fetchTimed(path, { ...init, headers })
  }
  const offsetMs = clockOffsetMs()
  const answer = await ask()
  // If the answer's Date header moved the measured clock, the refused proof carried a wrong time.
  const isMistimed = answer.status === 401 && Math.abs(clockOffsetMs() - offsetMs) > clockMovedMs
  return isMistimed ? ask() : answer
}

async function proofFor(
  method: string,
  path: string,
  token: string | undefined,
): Promise<string | undefined> {
  // Browsers withhold WebCrypto from pages that came over plain http from another machine.
  if (!window.isSecureContext) return undefined
  const ath = token && (await hashOf(token))
  const key = ath ? await keyOf(ath) : await newKey()
  if (!key) return undefined
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key.pair.publicKey)
  const signingInput = [
    { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } },
    {
      htm: method,
      htu: location.origin + path,
      iat: Math.floor(serverNow().getTime() / 1000),
      jti: randomId(),
      ath,
    },
  ]
    .map(part => base64url(bytes(JSON.stringify(part))))
    .join('.')
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, key.pair.privateKey, bytes(signingInput))
  return `${signingInput}.${base64url(new Uint8Array(signature))}`
}

export async function keepKeyFor(token: string): Promise<void> {
  if (!sessionKey) return
  sessionKey = { pair: sessionKey.pair, ath: await hashOf(token) }
  await writeSessionKey(sessionKey).catch(() => {})
}

async function newKey(): Promise<SessionKey | undefined> {
  try {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
    // If the browser cannot store the key, the session gets no key: a reload would lose the key, and so the session.
    await writeSessionKey({ pair })
    sessionKey = { pair }
  } catch {
    sessionKey = undefined
  }
  return sessionKey
}

async function keyOf(ath: string): Promise<SessionKey | undefined> {
  if (sessionKey?.ath === ath) return sessionKey
  const storedKey = await readSessionKey().catch(() => undefined)
  if (storedKey?.ath !== ath) return undefined
  return (sessionKey = storedKey)
}

async function hashOf(token: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(token))))
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
