import {
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import { isPassword } from '@ekyc/contract/rules'
import pLimit from 'p-limit'

import { minuteMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import { Overloaded } from '../call-errors.ts'

/**
 * Decrypts the password of a call (decisions.md section 3, Password cipher). The IV contains the India date of the
 * caller's datetime. This date must be the server's India date or, near midnight in India, the neighbouring date. A
 * wrong date would decrypt many passwords to other valid passwords.
 * @param encrypted.sentOn the header.datetime of the call, or undefined if it is not readable
 */
export function decryptPassword(encrypted: {
  ciphertext: string
  mobile: string
  sentOn: Date | undefined
  now: Date
  policy: Policy
}): string | undefined {
  const date = ivDate(encrypted.sentOn, encrypted.now, encrypted.policy)
  const bytes = Buffer.from(encrypted.ciphertext, 'base64')
  // Buffer.from skips characters that are not base64, so only strict base64 is equal to the encoding of its own bytes.
  if (date === undefined || bytes.toString('base64') !== encrypted.ciphertext) return undefined
  const decipher = createDecipheriv('aes-128-cbc', cipherKey(encrypted.mobile), cipherIv(date))
  try {
    const password = Buffer.concat([decipher.update(bytes), decipher.final()]).toString()
    return isPassword(password) ? password : undefined
  } catch {
    return undefined // The padding or the length is wrong.
  }
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

type HashOwner = { id: string; passwordHash: string | null }

export type Argon2id = {
  hash(password: string, options: Argon2Cost): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

type Argon2Cost = { memoryCost: number; timeCost: number; parallelism: number }

/** The number of admitted callers for each hash thread. While one caller hashes, the others do their queries. */
const atWorkPerHash = 4

/** The mark after the pepper's id in a stored hash. */
const mark = '.2'

const unknownPepper = createSecretKey(randomBytes(32))

/**
 * Makes peppered argon2id hashes, stored as `{id of the pepper}.2{argon2id's own text}`. A hash includes the agent's
 * id, so that it fits no password in the row of another agent. At most `atOnce` hashes run at the same time, and at
 * most `waiting` callers wait. Further callers are refused at once, so that many log-ins cannot starve the other calls.
 */
export function createPasswordHasher(options: {
  argon2id: Argon2id
  peppers: readonly [KeyObject, ...KeyObject[]]
  atOnce: number
  waiting: number
  policy: Policy
}) {
  const { argon2MemoryKib, argon2Passes, argon2Lanes } = options.policy
  const cost = { memoryCost: argon2MemoryKib, timeCost: argon2Passes, parallelism: argon2Lanes }
  const head = `$argon2id$v=19$m=${argon2MemoryKib},t=${argon2Passes},p=${argon2Lanes}$`
  /** A hash of random bytes, which no password matches. */
  const nobody = `${head}${base64(16)}$${base64(32)}`
  const places = bulkhead(options.atOnce + options.waiting)
  const inTurn = pLimit(options.atOnce)
  const atWork = pLimit(options.atOnce * atWorkPerHash)
  const [current] = options.peppers
  const currentId = idOf(current) + mark
  const byId = new Map(options.peppers.map(pepper => [idOf(pepper) + mark, pepper]))

  return {
    isFull: places.isFull,
    turns: () => ({ running: inTurn.activeCount, waiting: Math.max(0, places.taken() - inTurn.activeCount) }),
    /**
     * Runs `work`, which calls `verify`, in a place of the bounded hash queue. Only a few callers run at the same time.
     * @throws Overloaded at once, before any side effect, when the queue is full
     */
    admit: <T>(work: () => Promise<T>): Promise<T> => places.admit(() => atWork(work)),
    async hash(password: string, agentId: string): Promise<string> {
      const hashed = () => options.argon2id.hash(peppered(password, current, agentId), cost)
      return currentId + (await places.admit(() => inTurn(hashed)))
    },
    /** Verifies a password in the same time even without an agent or a hash. Only the `work` of `admit` may call it. */
    async verify(agent: HashOwner | undefined, password: string): Promise<boolean> {
      const stored = agent?.passwordHash ?? currentId + nobody
      const start = stored.indexOf('$')
      // A random pepper replaces a removed one. The hash then never matches, and the check takes the same time.
      const pepper = byId.get(stored.slice(0, start)) ?? unknownPepper
      const input = peppered(password, pepper, agent?.id ?? '')
      const matches = await inTurn(() => options.argon2id.verify(stored.slice(start), input))
      return agent !== undefined && agent.passwordHash !== null && matches
    },
    /** The next log-in replaces a hash of another form, pepper or cost. */
    isCurrent: (passwordHash: string): boolean => passwordHash.startsWith(currentId + head),
  }
}

/** Limits a group of callers to `most` places of the hash queue, and leaves the other places to other callers. */
export function withQueueLimit(passwordHash: PasswordHasher, most: number): PasswordHasher {
  const share = bulkhead(most)
  return {
    ...passwordHash,
    hash: (...of) => share.admit(() => passwordHash.hash(...of)),
    admit: work => share.admit(() => passwordHash.admit(work)),
  }
}

function ivDate(sentOn: Date | undefined, now: Date, policy: Policy): string | undefined {
  if (sentOn === undefined) return indiaDate(now)
  const nearMidnightMs = policy.cipherMidnightMinutes * minuteMs
  const possible = [now, new Date(now.getTime() - nearMidnightMs), new Date(now.getTime() + nearMidnightMs)]
  const date = indiaDate(sentOn)
  return possible.some(moment => indiaDate(moment) === date) ? date : undefined
}

/** Returns random bytes in base64 without padding, as argon2 writes them. */
function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

function peppered(password: string, pepper: KeyObject, agentId: string): string {
  return createHmac('sha256', pepper).update(`password of\0${agentId}\0`).update(password).digest('base64')
}

function idOf(pepper: KeyObject): string {
  return createHash('sha256').update('pepper id\0').update(pepper.export()).digest('hex').slice(0, 8)
}

function bulkhead(most: number) {
  let taken = 0
  return {
    isFull: (): boolean => taken >= most,
    taken: (): number => taken,
    async admit<T>(work: () => Promise<T>): Promise<T> {
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
