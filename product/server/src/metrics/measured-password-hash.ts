import type { Argon2id, PasswordHash } from '../domain/sign-in/password-hash.ts'

/** Counts admitted and running password hashes. An admitted hash that does not run yet is waiting. */
export function measuredPasswordHash(
  argon2id: Argon2id,
  create: (argon2id: Argon2id) => PasswordHash,
): { passwordHash: PasswordHash; turns: () => { running: number; waiting: number } } {
  const running = counted()
  const admitted = counted()
  const inner = create({
    hash: (...of) => running.during(() => argon2id.hash(...of)),
    verify: (...of) => running.during(() => argon2id.verify(...of)),
  })
  return {
    passwordHash: {
      ...inner,
      hash: (...of) => admitted.during(() => inner.hash(...of)),
      admit: work => admitted.during(() => inner.admit(work)),
    },
    turns: () => ({ running: running.now(), waiting: Math.max(0, admitted.now() - running.now()) }),
  }
}

function counted() {
  let count = 0
  return {
    now: () => count,
    async during<T>(work: () => Promise<T>): Promise<T> {
      count += 1
      try {
        return await work()
      } finally {
        count -= 1
      }
    },
  }
}
