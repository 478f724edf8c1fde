import { createDecipheriv } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import { isPassword } from '@ekyc/contract/rules'

import { minuteMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'

/**
 * Decrypts the password of a call (decisions.md section 3, Password cipher). The IV contains the India date of the
 * caller's datetime. This date must be the server's India date or, near midnight in India, the neighbouring date. A
 * wrong date would decrypt many passwords to other valid passwords.
 * @param encrypted.sentOn the header.datetime of the call, or undefined if it is not readable
 * @returns undefined if the ciphertext cannot be decrypted, or if the decrypted text breaks the password rule
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

function ivDate(sentOn: Date | undefined, now: Date, policy: Policy): string | undefined {
  if (sentOn === undefined) return indiaDate(now)
  const nearMidnightMs = policy.cipherMidnightMinutes * minuteMs
  const possible = [now, new Date(now.getTime() - nearMidnightMs), new Date(now.getTime() + nearMidnightMs)]
  const date = indiaDate(sentOn)
  return possible.some(moment => indiaDate(moment) === date) ? date : undefined
}
