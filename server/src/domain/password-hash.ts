import { createHmac, randomBytes } from 'node:crypto'

import { Overloaded } from './refused.ts'

export type PasswordHash = {
  hash(password: string): Promise<string>
  /** With null (nobody, or no password yet) it costs the same and is false. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/** argon2id as a library offers it; memory and passes are decided here. */
export type Argon2id = {
  hash(password: string, options: typeof cost): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** OWASP-equivalent and the cheapest in memory: 7 MiB, 5 passes, 1 lane (security.md 1.3). */
const cost = { memoryCost: 7 * 1024, timeCost: 5, parallelism: 1 }

const busyText = 'The server is busy. Please try again in a moment.'

/**
 * Peppered argon2id with a bounded queue: at most `atOnce` hashes run, at most `waiting` wait, everybody beyond is
 * turned away at once, so that a log-in storm cannot starve the other calls.
 */
export function createPasswordHash(options: {
  argon2id: Argon2id
  pepper: Buffer
  atOnce: number
  waiting: number
}): PasswordHash {
  const inTurn = boundedTurns(options.atOnce, options.waiting)
  const peppered = (password: string): string =>
    createHmac('sha256', options.pepper).update('password\0').update(password).digest('base64')
  const nobody = inTurn(() => options.argon2id.hash(randomBytes(32).toString('base64'), cost))

  return {
    hash: password => inTurn(() => options.argon2id.hash(peppered(password), cost)),
    async verify(passwordHash, password) {
      const against = passwordHash ?? (await nobody)
      const matches = await inTurn(() => options.argon2id.verify(against, peppered(password)))
      return passwordHash !== null && matches
    },
  }
}

function boundedTurns(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0

  return async work => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) throw new Overloaded(busyText, 1)
    else await new Promise<void>(resolve => queue.push(resolve)) // the turn is handed over, so running stays
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
