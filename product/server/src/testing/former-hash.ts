import { createHash, createHmac, type KeyObject } from 'node:crypto'

import { hash } from '@node-rs/argon2'

const cost = { memoryCost: 7_168, timeCost: 5, parallelism: 1 }

/** Hashes a password as former versions of the server did. Their hashes did not include the agent's id. */
export async function formerHash(password: string, pepper: KeyObject): Promise<string> {
  const id = createHash('sha256').update('pepper id\0').update(pepper.export()).digest('hex').slice(0, 8)
  const input = createHmac('sha256', pepper).update('password\0').update(password).digest('base64')
  return id + (await hash(input, cost))
}
