import { createDecipheriv } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import { isPassword } from '@ekyc/contract/rules'

import { minuteMs } from './durations.ts'
import type { Policy } from './policy.ts'

/**
 * Decrypts a password of the wire (decisions.md section 3, Password cipher). The IV's date is the India date of the
 * caller's datetime. It must be the server's India date or, near India's midnight, the neighbouring date. A wrong date
 * would decrypt many passwords to other valid ones.
 * @param sentOn the caller's header.datetime, if readable
 * @returns undefined for any text that breaks the password rule
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
  // Buffer.from skips characters that are not base64, so only strict base64 equals its own encoding.
  if (date === undefined || bytes.toString('base64') !== encrypted.ciphertext) return undefined
  const decipher = createDecipheriv('aes-128-cbc', cipherKey(encrypted.mobile), cipherIv(date))
  try {
    const password = Buffer.concat([decipher.update(bytes), decipher.final()]).toString()
    return isPassword(password) ? password : undefined
  } catch {
    return undefined // wrong padding or wrong length
  }
}

function ivDate(sentOn: Date | undefined, now: Date, policy: Policy): string | undefined {
  if (sentOn === undefined) return indiaDate(now)
  const nearMidnightMs = policy.cipherMidnightMinutes * minuteMs
  const possible = [now, new Date(now.getTime() - nearMidnightMs), new Date(now.getTime() + nearMidnightMs)]
  const date = indiaDate(sentOn)
  return possible.some(moment => indiaDate(moment) === date) ? date : undefined
}
