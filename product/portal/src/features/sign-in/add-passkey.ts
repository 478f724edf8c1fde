import type { PasskeyCreation } from '@ekyc/contract/shapes'

import { call } from '../../api/api-client.ts'
import { Refused } from '@ekyc/ui/call-errors.ts'
import { useSession } from '../../session/session.ts'
import { words, type Words } from '../../texts/t.ts'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { otpRules } from './new-password.ts'
import type { FailedOtp } from './otp-entry.tsx'
import { makePasskey, signWithPasskey } from '@ekyc/ui/passkeys.ts'
import { notePasskeyHere } from './passkey-here.ts'
import { sendAnother, typedOtp } from './send-otp.ts'
import { noteQuestion } from './still-asked.ts'

export type Adding = {
  /** confirm: the agent chooses how to confirm. otp: the agent types the OTP. make: the browser makes the passkey. */
  step: 'confirm' | 'otp' | 'make'
  /** The options for the new passkey. The browser can use them for several tries, but an OTP works only once. */
  options?: PasskeyCreation
  isAdded?: true
  problem?: Words
  wrongOtp?: Words
  failedOtp?: FailedOtp
  error?: unknown
}

/**
 * Handles a pressed button. `by` in `fields` says how the agent confirms ('other' goes back to the choice). Without
 * `by`, the present step continues.
 */
export async function addPasskey(before: Adding, fields: FormData): Promise<Adding> {
  const isStillAsked = noteQuestion()
  const { phone: username } = useSession.getState()
  const by = fieldText(fields, 'by')
  if (by === 'other') return { step: 'confirm' }
  if (by === 'sms') {
    const error = await sendAnother(username, 'passkey')
    return error === undefined ? { step: 'otp' } : { step: 'confirm', error }
  }
  const otp = fieldText(fields, 'otp')
  const confirmed =
    by === 'passkey'
      ? await confirmByPasskey(username, isStillAsked)
      : before.step === 'otp'
        ? await confirmByOtp(username, otp)
        : before
  // If the agent has left the screen, the browser's dialog would cover another screen.
  return confirmed.options && isStillAsked() ? make(username, confirmed.options) : confirmed
}

async function confirmByOtp(username: string, otp: string): Promise<Adding> {
  const wrongOtp = otpRules.passkey(otp)
  if (wrongOtp) return { step: 'otp', wrongOtp }
  const sentOn = useSession.getState().userChecked?.receivedOn
  try {
    const { options } = await call('startPasskey', { username, otpDetails: typedOtp(otp) })
    return { step: 'make', options }
  } catch (error) {
    return { step: 'otp', failedOtp: { error, sentOn } }
  }
}

async function confirmByPasskey(username: string, isStillAsked: () => boolean): Promise<Adding> {
  try {
    const proof = await call('startPasskeyProof', { username })
    if (!isStillAsked()) return { step: 'confirm' }
    const credential = await signWithPasskey(proof.options)
    return { step: 'make', options: (await call('startPasskey', { username, credential })).options }
  } catch (error) {
    // True if the agent cancelled the browser's dialog or chose a passkey of another account.
    const isUnused = error instanceof DOMException || (error instanceof Refused && error.status === 200)
    return { step: 'confirm', ...(isUnused ? { problem: words('passkey.notConfirmed') } : { error }) }
  }
}

async function make(username: string, options: PasskeyCreation): Promise<Adding> {
  try {
    await call('addPasskey', { username, credential: await makePasskey(options) })
    notePasskeyHere()
    return { step: 'confirm', isAdded: true }
  } catch (error) {
    if (!(error instanceof DOMException)) return { step: 'confirm', error }
    const isThere = error.name === 'InvalidStateError'
    return { step: 'make', options, problem: words(isThere ? 'passkey.isThere' : 'passkey.notMade') }
  }
}
