import { indiaDate } from '@ekyc/contract/india-time'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'

import { t } from '../../texts/t.ts'
import { deviceInfo } from '../../api/device-info.ts'

/**
 * Base64 of AES-128-CBC (product.md section 5).
 * @param moment the server's time, which the call's header must carry: the server derives the IV from it
 */
export async function encryptPassword(mobile: string, password: string, moment: Date): Promise<string> {
  // Browsers withhold WebCrypto from pages that came over plain http from another computer.
  if (!window.isSecureContext && crypto.subtle === undefined) throw new Error(t('password.insecure'))
  const key = await crypto.subtle.importKey('raw', bytes(cipherKey(mobile)), 'AES-CBC', false, ['encrypt'])
  const iv = bytes(cipherIv(indiaDate(moment)))
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, bytes(password))
  return btoa(String.fromCharCode(...new Uint8Array(encrypted)))
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Right after a reload the clock's offset may be unknown: the answer to getAddress sets it. */
export async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}
