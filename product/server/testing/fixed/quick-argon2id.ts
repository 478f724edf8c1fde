import { randomBytes } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'

import type { Argon2id } from '../../src/domain/sign-in/passwords.ts'

const quick = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const quickText = '$m=8,t=1,p=1$'
const mark = Buffer.from('quick argon2')
const anyCost = /\$m=\d+,t=\d+,p=\d+\$/

/** Makes hashes that name the asked cost and have a thousandth of it. The salt tells them from real hashes. */
export const quickArgon2id: Argon2id = {
  async hash(password, { memoryCost, timeCost, parallelism }) {
    const salt = Buffer.concat([mark, randomBytes(4)])
    const made = await hash(password, { ...quick, salt })
    return made.replace(quickText, `$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
  },
  verify: (stored, password) =>
    verify(
      stored.includes(`$${mark.toString('base64')}`) ? stored.replace(anyCost, quickText) : stored,
      password,
    ),
}
