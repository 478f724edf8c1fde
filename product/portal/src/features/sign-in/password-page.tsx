import type { PasskeyAssertion } from '@ekyc/contract/shapes'
import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Refused } from '@ekyc/ui/browser/call-errors.ts'
import { Alert, FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { fieldText, Form, PasswordField, useFormAction } from '@ekyc/ui/controls/form.tsx'
import { shownMessageOf } from '@ekyc/ui/texts/shown.ts'
import { offersPasskeys, signWithPasskey } from '@ekyc/ui/browser/passkeys.ts'

import { loadChunk } from '../../api/load-chunk.ts'
import { useSession } from '../../session/session.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { ScreenTitle } from '../../ui/screen.tsx'
import { resetPassword } from './number-check.ts'
import { MobileLine, SignInFrame } from './sign-in-frame.tsx'
import { logIn, logInByPasskey, type LogInAnswer, hasPasskeyHere } from './log-in.ts'
import { clockFace, useSecondsUntil } from './otp-entry.tsx'
import { call } from '../../api/api-client.ts'

const SecondFactor = lazy(() =>
  loadChunk(() => import('./second-factor.tsx')).then(file => ({ default: file.SecondFactor })),
)

export function PasswordPage() {
  const [{ message, error, lockedUntil, missing }, submit, pending] = useFormAction(answerTo, {})
  const lockedFor = useSecondsUntil(lockedUntil)
  const refusal = error instanceof Refused ? error : undefined
  const problem = error === emptyPassword ? t('password.empty') : refusal && shownMessageOf(refusal)
  const advice = refusal && advices[refusal.displayMsg]
  useOfferedPasskey(pending, credential => {
    const fields = new FormData()
    fields.set('picked', JSON.stringify(credential))
    void submit(fields)
  })
  if (missing)
    return (
      <SignInFrame>
        <Suspense>
          <SecondFactor missing={missing} />
        </Suspense>
      </SignInFrame>
    )
  return (
    <SignInFrame>
      <ScreenTitle focus={false}>{t('password.title')}</ScreenTitle>
      <MobileLine />
      {lockedUntil === undefined && message && <Alert>{message()}</Alert>}
      {lockedUntil === undefined && error !== undefined && problem === undefined && (
        <FailedCall error={error} />
      )}
      {lockedFor > 0 && (
        <>
          <Alert>{t('password.locked')}</Alert>
          <p role="timer">{t('password.lockedFor', { time: clockFace(lockedFor) })}</p>
        </>
      )}
      <Form action={submit}>
        <WhosePassword />
        <PasswordField
          label={t('password.label')}
          name="password"
          autoComplete="current-password webauthn"
          focusOnOpen
          error={problem}
        />
        {advice && <p>{t(advice)}</p>}
        <Button type="submit" busy={pending} aria-disabled={lockedFor > 0 || undefined} wide>
          {t('password.submit')}
        </Button>
        <Button type="submit" name="intent" value="forgot" look="link" disabled={pending}>
          {t('signIn.forgot')}
        </Button>
        {offersPasskeys() && (
          <Button type="submit" name="intent" value="passkey" look="quiet" disabled={pending} wide>
            {t('passkey.continue')}
          </Button>
        )}
      </Form>
    </SignInFrame>
  )
}

const emptyPassword = Symbol('empty password')

const advices: Record<string, TextKey> = {
  [signInTexts.passwordIncorrect]: 'password.advice.incorrect',
  [signInTexts.passwordUnreadable]: 'password.advice.unreadable',
  [signInTexts.tokenNotFetched]: 'password.advice.again',
}

async function answerTo(before: LogInAnswer, fields: FormData): Promise<LogInAnswer> {
  const picked = fieldText(fields, 'picked')
  if (picked) return logInByPasskey(JSON.parse(picked) as PasskeyAssertion)
  const intent = fields.get('intent')
  if (intent === 'passkey') return logInByPasskey()
  if (intent === 'forgot')
    return resetPassword(useSession.getState().phone).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
  // During a lock the server would refuse even the right password.
  if ((before.lockedUntil ?? 0) > Date.now()) return before
  const password = fieldText(fields, 'password')
  return password === '' ? { error: emptyPassword } : await logIn(password)
}

/** The browser offers the passkey once while the screen is open, until the agent presses a button. */
function useOfferedPasskey(isBusy: boolean, onPick: (credential: PasskeyAssertion) => void): void {
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

/** Shows a hidden user name field, because a password manager stores a password under the user name of its form. */
export function WhosePassword() {
  const phone = useSession(session => session.phone)
  return <input type="text" autoComplete="username" value={phone} readOnly hidden />
}
