import { createSemaphore, type Semaphore } from '../../domain/semaphore.ts'
import { Pkcs11Error, type Pkcs11Module } from './pkcs11-module.ts'
import type { Pkcs11Uri } from './pkcs11-uri.ts'
import { KeyUnusable } from './private-rsa-key.ts'

/** A session with a token and the handle of a key in this session. A session runs one operation at a time. */
export type Session = { session: bigint; key: bigint }

/**
 * The maximum number of concurrent operations of a module, over all its keys: half of Node's four threads. A module that
 * hangs would otherwise also block file access and DNS.
 */
const atOnce = 2
const longestMs = 5_000

/** The return codes CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED and CKR_PIN_LOCKED. */
const pinRefused = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4]

export function isPinRefused(error: unknown): error is Pkcs11Error {
  return error instanceof Pkcs11Error && pinRefused.includes(error.code)
}

/** All session pools of one module share these turns. */
export const turnsOfModule = (): Semaphore => createSemaphore(atOnce)

/**
 * Makes a pool of sessions with one key of a token. If `work` fails in an idle session, `work` runs once more in a
 * new session, because a module on the network forgets its sessions when it restarts.
 */
export function createSessions(
  module: Pkcs11Module,
  options: { uri: Pkcs11Uri; pin: string; what: string; inTurn: Semaphore },
) {
  const { uri, pin, what, inTurn } = options
  const idle: Session[] = []
  let refusal: Pkcs11Error | undefined

  async function open(): Promise<Session> {
    // A token locks itself after a few wrong PINs, so a refused PIN is never sent again.
    if (refusal) throw refusal
    const slot = await module.findSlot({ label: uri.token, serial: uri.serial })
    if (slot === undefined) throw new KeyUnusable(`the token of the ${what} is not there`)
    const session = await module.openSession(slot, pin).catch((error: unknown) => {
      if (isPinRefused(error)) refusal = error
      throw error
    })
    const [key, ...others] = await module.findPrivateKeys(session, { label: uri.object, id: uri.id })
    if (key !== undefined && others.length === 0) return { session, key }
    throw new KeyUnusable(`the ${what} is ${key === undefined ? 'not' : 'more than once'} in its token`)
  }

  async function tryOnce<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      const result = await work(session)
      idle.push(session)
      return result
    } catch (error) {
      await module.closeSession(session.session).catch(() => {})
      throw error
    }
  }

  async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      const idleSession = idle.pop()
      if (!idleSession) return await tryOnce(await open(), work)
      return await tryOnce(idleSession, work).catch(async () => tryOnce(await open(), work))
    } catch (error) {
      if (!(error instanceof Pkcs11Error)) throw error
      throw new KeyUnusable(`the ${what} cannot be used: ${error.message}`, { cause: error })
    }
  }

  return async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      const give = () => reject(new KeyUnusable(`the token of the ${what} did not answer in time`))
      timer = setTimeout(give, longestMs)
    })
    try {
      return await Promise.race([inTurn(() => inSession(work)), tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}
