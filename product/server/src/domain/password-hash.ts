import { createHash, createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

import type { Policy } from './policy.ts'
import { Overloaded } from './refused.ts'
import { createSemaphore } from './semaphore.ts'

export type PasswordHash = {
  /** @throws Overloaded at once when the queue is full, as `admit` does */
  hash(password: string, agentId: string): Promise<string>
  /**
   * Runs `work`, which calls `verify`, in a slot of the bounded hash queue. Few works run at once.
   * @throws Overloaded at once, before any side effect, when the queue is full
   */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** Tells whether the queue is full. */
  isFull(): boolean
  /** Compares, in the same time even without an agent or a password. Only `work` of `admit` may call it. */
  verify(agent: HashOwner | undefined, password: string): Promise<boolean>
  /** Tells whether the hash has the present form, pepper and cost; the next log-in replaces any other. */
  isCurrent(passwordHash: string): boolean
  /** Tells whether the hash includes its agent's id, so that it fits no password in another agent's row. */
  isBound(passwordHash: string): boolean
}

type HashOwner = { id: string; passwordHash: string | null }

/** The library's argon2id; the policy gives its cost. */
export type Argon2id = {
  hash(password: string, options: Argon2Cost): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

type Argon2Cost = { memoryCost: number; timeCost: number; parallelism: number }

/** Admits four callers for each hash thread: while one hashes, the others do their queries. */
const atWorkPerHash = 4

/** The mark after the pepper's id, which says that the hash includes its agent's id. */
const boundMark = '.2'

const unknownPepper = createSecretKey(randomBytes(32))

/**
 * Makes peppered argon2id hashes, stored as `{id of the pepper}.2{argon2id's own text}`. Version 2 includes the agent's
 * id; hashes without a version do not. At most `atOnce` hashes run and `waiting` wait; it refuses further ones at once,
 * so that many log-ins cannot starve the other calls.
 */
export function createPasswordHash(options: {
  argon2id: Argon2id
  /** The first pepper makes hashes; hashes of the others still verify. */
  peppers: readonly [KeyObject, ...KeyObject[]]
  atOnce: number
  waiting: number
  policy: Policy
}): PasswordHash {
  const { argon2MemoryKib, argon2Passes, argon2Lanes } = options.policy
  const cost = { memoryCost: argon2MemoryKib, timeCost: argon2Passes, parallelism: argon2Lanes }
  const head = `$argon2id$v=19$m=${argon2MemoryKib},t=${argon2Passes},p=${argon2Lanes}$`
  /** A hash of no password, from random bytes. */
  const nobody = `${head}${base64(16)}$${base64(32)}`
  const places = bulkhead(options.atOnce + options.waiting)
  const inTurn = createSemaphore(options.atOnce)
  const atWork = createSemaphore(options.atOnce * atWorkPerHash)
  const [current] = options.peppers
  const currentId = idOf(current) + boundMark
  const byId = new Map(options.peppers.map(pepper => [idOf(pepper), pepper]))

  return {
    isFull: places.isFull,
    admit: work => places.admit(() => atWork(work)),
    async hash(password, agentId) {
      const hashed = () => options.argon2id.hash(peppered(password, current, agentId), cost)
      return currentId + (await places.admit(() => inTurn(hashed)))
    },
    async verify(agent, password) {
      const { pepper, isBoundHash, hash } = split(agent?.passwordHash ?? currentId + nobody)
      const input = peppered(password, pepper, isBoundHash ? agent?.id : undefined)
      const matches = await inTurn(() => options.argon2id.verify(hash, input))
      return agent !== undefined && agent.passwordHash !== null && matches
    },
    isCurrent: passwordHash => passwordHash.startsWith(currentId + head),
    isBound: passwordHash => split(passwordHash).isBoundHash,
  }

  /** Splits a hash. A hash without an id is older than replaceable peppers: the oldest pepper made it. */
  function split(passwordHash: string): { pepper: KeyObject; isBoundHash: boolean; hash: string } {
    const start = passwordHash.indexOf('$')
    const isBoundHash = passwordHash.slice(0, start).endsWith(boundMark)
    const id = passwordHash.slice(0, isBoundHash ? start - boundMark.length : start)
    const pepper = id === '' ? options.peppers.at(-1) : byId.get(id)
    // A hash of a removed pepper never matches, at the same cost.
    return { pepper: pepper ?? unknownPepper, isBoundHash, hash: passwordHash.slice(start) }
  }
}

/** Admits at most `most` callers at once, and leaves the other places of the queue to others. */
export function withShare(passwordHash: PasswordHash, most: number): PasswordHash {
  const share = bulkhead(most)
  return {
    ...passwordHash,
    hash: (...of) => share.admit(() => passwordHash.hash(...of)),
    admit: work => share.admit(() => passwordHash.admit(work)),
  }
}

/** Encodes random bytes without padding, like argon2's own text. */
function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

function peppered(password: string, pepper: KeyObject, agentId: string | undefined): string {
  const use = agentId === undefined ? 'password\0' : `password of\0${agentId}\0`
  return createHmac('sha256', pepper).update(use).update(password).digest('base64')
}

function idOf(pepper: KeyObject): string {
  return createHash('sha256').update('pepper id\0').update(pepper.export()).digest('hex').slice(0, 8)
}

function bulkhead(most: number): Pick<PasswordHash, 'admit' | 'isFull'> {
  let taken = 0
  return {
    isFull: () => taken >= most,
    async admit(work) {
      if (taken >= most) throw new Overloaded('busy', 1)
      taken += 1
      try {
        return await work()
      } finally {
        taken -= 1
      }
    },
  }
}
