import type { PasskeyAssertion } from '@ekyc/contract/shapes'
import { useEffect, useRef } from 'react'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { offersPasskeys, signWithPasskey } from '@ekyc/ui/passkeys.ts'
import { hasPasskeyHere } from './passkey-here.ts'

/**
 * Lets the browser offer this device's passkey in the password field. The offer starts once while the screen is open,
 * and ends when the agent presses a button. Calls `onPick` with the signature of the chosen passkey.
 */
export function useOfferedPasskey(isBusy: boolean, onPick: (credential: PasskeyAssertion) => void): void {
  const pick = useRef(onPick)
  const isOffered = useRef(false)
  useEffect(() => {
    if (isBusy || isOffered.current) return undefined
    isOffered.current = true
    const end = new AbortController()
    offer(end.signal).then(
      credential => credential && pick.current(credential),
      () => {}, // A failure needs no message, because the passkey button offers the same log-in.
    )
    return () => end.abort()
  }, [isBusy])
}

async function offer(signal: AbortSignal): Promise<PasskeyAssertion | undefined> {
  // A challenge costs the server a row in its database, so the portal requests one only if this browser has a passkey.
  if (!hasPasskeyHere() || !offersPasskeys()) return undefined
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  const { options } = await call('startPasskeyLogin', { username: useSession.getState().phone })
  const late = AbortSignal.timeout(options.timeout)
  return signWithPasskey(options, { mediation: 'conditional', signal: AbortSignal.any([signal, late]) })
}
