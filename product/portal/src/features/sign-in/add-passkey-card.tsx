import { useEffect } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert, FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Form, useFormAction, fieldText } from '@ekyc/ui/controls/form.tsx'
import { useFocusOnChange } from '@ekyc/ui/states/use-focus-on-change.ts'
import type { PasskeyCreation } from '@ekyc/contract/shapes'
import { Refused } from '@ekyc/ui/browser/call-errors.ts'
import { makePasskey, signWithPasskey } from '@ekyc/ui/browser/passkeys.ts'

import { t, words, type Words } from '../../texts/t.ts'
import { OtpEntry, useOtpFailure, type FailedOtp } from './otp-entry.tsx'
import { call } from '../../api/api-client.ts'
import { noteQuestion } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { otpRules } from './new-password-form.tsx'
import { notePasskeyHere } from './log-in.ts'
import { sendAnother, typedOtp } from './number-check.ts'

/** The password alone is never enough: the agent confirms by a passkey or by an OTP first. */
export function AddPasskeyCard({ hasPasskey, onAdded }: { hasPasskey: boolean; onAdded: () => void }) {
  const [adding, submit, pending] = useFormAction(async (before: Adding, fields) => {
    const next = await addPasskey(before, fields)
    if (next.isAdded) onAdded()
    return next
  }, start)
  const { step, isAdded, problem, wrongOtp } = adding
  const { refusal, error = adding.error } = useOtpFailure(adding.failedOtp)
  const place = useFocusOnChange(`${step} ${String(isAdded)}`)
  useEffect(() => {
    // The focus scrolls only the field into view, so the whole form with its button is scrolled into view here.
    if (step === 'otp') place.current?.scrollIntoView({ block: 'nearest' })
  }, [step, place])
  return (
    <Card title={t('passkey.add')}>
      <div ref={place}>
        <Form action={submit}>
          {isAdded && !pending && (
            <div data-next tabIndex={-1}>
              <Alert tone="success">{t('passkey.added')}</Alert>
            </div>
          )}
          {problem && <Alert>{problem()}</Alert>}
          <FailedCall error={error} />
          {step === 'confirm' && (
            <>
              <p>{t('passkey.confirm')}</p>
              {hasPasskey && (
                <Button type="submit" name="by" value="passkey" look="quiet" busy={pending} data-next wide>
                  {t('passkey.byPasskey')}
                </Button>
              )}
              <Button
                type="submit"
                name="by"
                value="sms"
                look={hasPasskey ? 'quiet' : 'primary'}
                busy={pending}
                data-next
                wide
              >
                {t('passkey.byOtp')}
              </Button>
            </>
          )}
          {step === 'otp' && <OtpEntry purpose="passkey" problem={refusal ?? wrongOtp?.()} />}
          {step !== 'confirm' && (
            <>
              <Button type="submit" busy={pending} data-next={step === 'make' ? '' : undefined} wide>
                {t('passkey.add')}
              </Button>
              <Button type="submit" name="by" value="other" look="link" disabled={pending}>
                {t('frame.cancel')}
              </Button>
            </>
          )}
        </Form>
      </div>
    </Card>
  )
}

const start: Adding = { step: 'confirm' }

type Adding = {
  step: 'confirm' | 'otp' | 'make'
  /** The options for the new passkey. The browser can use them for several tries, but an OTP works only once. */
  options?: PasskeyCreation
  isAdded?: true
  problem?: Words
  wrongOtp?: Words
  failedOtp?: FailedOtp
  error?: unknown
}

/** The button's `by` says how the agent confirms; 'other' goes back to that choice. */
async function addPasskey(before: Adding, fields: FormData): Promise<Adding> {
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
