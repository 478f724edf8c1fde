import { createCipheriv } from 'node:crypto'

import { agent, call, password, sqlOf } from './counter.mjs'

/** The password as the wire carries it: AES-128-CBC, the phone as its key, the India date as its IV. */
function encrypted(mobile) {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
    .format(new Date())
    .replaceAll('-', '')
  const cipher = createCipheriv('aes-128-cbc', mobile.padEnd(16, '0'), day + day)
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}

export function logIn(n) {
  const { mobile } = agent(n)
  return call(n, {
    path: 'user/login/password',
    msgType: 'LOGIN',
    fields: username => ({ username, password: encrypted(mobile), otpDetails: null }),
  })
}

/** user/check marks a phone for ten minutes; here for the length of a bench. */
export async function verifyPhones(client, agents) {
  await client.query(`
    insert into verified_phones (mobile, verified_until)
      select ${sqlOf.mobile('n::text')}, now() + interval '1 day' from generate_series(1, ${agents}) n`)
}
