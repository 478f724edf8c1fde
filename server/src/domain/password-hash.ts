import { createHash, createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

import type { Policy } from './policy.ts'
import { Overloaded } from './refused.ts'

export type PasswordHash = {
  /** @throws Overloaded at once when the queue is full, as `inPlace` does */
  hash(password: string): Promise<string>
  /**
   * Runs `work`, which calls `verify`, after taking a slot of the bounded hash queue. Few holders of a slot work at
   * once.
   * @throws Overloaded at once, before any side effect, when the queue is full
   */
  inPlace<T>(work: () => Promise<T>): Promise<T>
  /** Tells whether the queue is full. */
  isFull(): boolean
  /**
   * Compares in equal time when the hash is null (no agent, or no password yet). Only `work` of `inPlace` may call it.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** Tells whether the hash has the pepper and the cost in use; the next log-in replaces any other. */
  isCurrent(passwordHash: string): boolean
}

/** The library's argon2id; the policy gives its cost. */
export type Argon2id = {
  hash(password: string, options: Argon2Cost): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

type Argon2Cost = { memoryCost: number; timeCost: number; parallelism: number }

/** Four callers work for each running hash, so that hashing never waits for the database; more would only crowd it. */
const atWorkPerHash = 4

const unknownPepper = createSecretKey(randomBytes(32))

/**
 * Makes peppered argon2id hashes, stored as `{id of the pepper}{argon2id's own text}`. At most `atOnce` hashes run and
 * `waiting` wait; further ones are refused at once, so that many log-ins cannot starve the other calls.
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
  /** A hash of no password: its bytes are random. */
  const nobody = `${head}${base64(16)}$${base64(32)}`
  const places = bounded(options.atOnce + options.waiting)
  const inTurn = turns(options.atOnce)
  const atWork = turns(options.atOnce * atWorkPerHash)
  const [current] = options.peppers
  const byId = new Map(options.peppers.map(pepper => [idOf(pepper), pepper]))

  return {
    isFull: places.isFull,
    inPlace: work => places.inPlace(() => atWork(work)),
    async hash(password) {
      const hashed = () => options.argon2id.hash(peppered(password, current), cost)
      return idOf(current) + (await places.inPlace(() => inTurn(hashed)))
    },
    async verify(passwordHash, password) {
      const { pepper, hash } = split(passwordHash ?? idOf(current) + nobody)
      const matches = await inTurn(() => options.argon2id.verify(hash, peppered(password, pepper)))
      return passwordHash !== null && matches
    },
    isCurrent: passwordHash => passwordHash.startsWith(idOf(current) + head),
  }

  /** A hash without an id predates replaceable peppers: the oldest pepper made it. */
  function split(passwordHash: string): { pepper: KeyObject; hash: string } {
    const start = passwordHash.indexOf('$')
    const id = passwordHash.slice(0, start)
    const pepper = id === '' ? options.peppers.at(-1) : byId.get(id)
    // A hash of a removed pepper never matches, at the same cost.
    return { pepper: pepper ?? unknownPepper, hash: passwordHash.slice(start) }
  }
}

/** Encodes random bytes without padding, as argon2's texts do. */
function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

function peppered(password: string, pepper: KeyObject): string {
  return createHmac('sha256', pepper).update('password\0').update(password).digest('base64')
}

function idOf(pepper: KeyObject): string {
  return createHash('sha256').update('pepper id\0').update(pepper.export()).digest('hex').slice(0, 8)
}

type Around = <T>(work: () => Promise<T>) => Promise<T>

function bounded(most: number): { inPlace: Around; isFull: () => boolean } {
  let taken = 0
  return {
    isFull: () => taken >= most,
    async inPlace(work) {
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

function turns(atOnce: number): Around {
  const queue: (() => void)[] = []
  let running = 0

  return async work => {
    if (running < atOnce) running += 1
    else await new Promise<void>(resolve => queue.push(resolve)) // the finished work hands its slot over
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
