import type { PasskeyAssertion } from '@ekyc/contract/shapes'
import { signInTexts } from '@ekyc/contract/texts'
import { lazy, Suspense } from 'react'
import { Refused } from '@ekyc/ui/call-errors.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { PasswordField } from '@ekyc/ui/password-field.tsx'
import { shownMessageOf } from '@ekyc/ui/shown-message.ts'
import { useFormAction } from '@ekyc/ui/use-form-action.ts'
import { offersPasskeys } from '@ekyc/ui/passkeys.ts'

import { loadChunk } from '../../api/load-chunk.ts'
import { useSession } from '../../session/session.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { resetPassword } from './check-user.ts'
import { MobileLine } from './mobile-line.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { logIn, logInByPasskey, type LogInAnswer } from './log-in.ts'
import { clockFace, useSecondsUntil } from './otp-entry.tsx'
import { useFocusOnRefused } from './use-focus-on-refused.ts'
import { useOfferedPasskey } from './use-offered-passkey.ts'
import { WhosePassword } from './whose-password.tsx'

const SecondFactor = lazy(() =>
  loadChunk(() => import('./second-factor.tsx')).then(file => ({ default: file.SecondFactor })),
)

export function PasswordPage() {
  const [answer, submit, pending] = useFormAction(answerTo, {})
  const { message, error, lockedUntil, missing } = answer
  const lockedFor = useSecondsUntil(lockedUntil)
  const problem = problemOf(error)
  const advice = error instanceof Refused ? advices[error.displayMsg] : undefined
  useFocusOnRefused(problem && answer)
  useOfferedPasskey(pending, credential => {
    const fields = new FormData()
    fields.set('picked', JSON.stringify(credential))
    submit(fields)
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

function problemOf(error: unknown): string | undefined {
  if (error === emptyPassword) return t('password.empty')
  return error instanceof Refused ? shownMessageOf(error) : undefined
}

/** The plain advice below each message. The messages keep the exact text of product.md. */
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
  if (intent === 'forgot') return forgotten()
  // During a lock the server would refuse even the right password.
  if ((before.lockedUntil ?? 0) > Date.now()) return before
  const password = fieldText(fields, 'password')
  return password === '' ? { error: emptyPassword } : await logIn(password)
}

async function forgotten(): Promise<LogInAnswer> {
  try {
    await resetPassword(useSession.getState().phone)
    return {}
  } catch (error) {
    return { error }
  }
}
