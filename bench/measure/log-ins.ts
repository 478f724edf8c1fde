import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import type { Client } from 'pg'

import { agent, call, password, sqlOf } from './counter.ts'

export function logIn(n: number): string {
  const encrypted = encryptPassword(password, agent(n).mobile)
  return call(n, {
    path: 'user/login/password',
    msgType: 'LOGIN',
    fields: username => ({ username, password: encrypted, otpDetails: null }),
  })
}

/** user/check marks a phone for ten minutes; here for the length of a bench. */
export async function verifyPhones(client: Client, agents: number): Promise<void> {
  await client.query(`
    insert into verified_phones (mobile, verified_until)
      select ${sqlOf.mobile('n::text')}, now() + interval '1 day' from generate_series(1, ${agents}) n`)
}
