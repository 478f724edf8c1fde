import { t } from '../../texts/t.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedCall } from '../../ui/failed-call.tsx'
import { fieldText } from '../../ui/field-text.ts'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useFormAction } from '../../ui/use-form-action.ts'
import { MobileLine } from './mobile-line.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { logIn, logInByPasskey, type LogInAnswer } from './log-in.ts'
import { offersPasskeys } from './passkeys.ts'
import { clockFace, useSecondsUntil } from './seconds-until.ts'
import { WhosePassword } from './whose-password.tsx'

export function PasswordPage() {
  const [{ message, error, lockedUntil }, submit, pending] = useFormAction(answerTo, {})
  const lockedFor = useSecondsUntil(lockedUntil)
  const isEmpty = error === emptyPassword
  return (
    <SignInFrame>
      <ScreenTitle focus={false}>{t('password.title')}</ScreenTitle>
      <MobileLine />
      {lockedUntil === undefined && message && <Alert>{message()}</Alert>}
      {lockedUntil === undefined && error !== undefined && !isEmpty && (
        <Alert>
          <FailedCall error={error} />
        </Alert>
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
          autoComplete="current-password"
          focusOnOpen
          error={isEmpty ? t('password.empty') : undefined}
        />
        <Button type="submit" busy={pending} aria-disabled={lockedFor > 0 || undefined} wide>
          {t('password.submit')}
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

async function answerTo(before: LogInAnswer, fields: FormData): Promise<LogInAnswer> {
  if (fields.get('intent') === 'passkey') return logInByPasskey()
  // The server would refuse the right password too.
  if ((before.lockedUntil ?? 0) > Date.now()) return before
  const password = fieldText(fields, 'password')
  return password === '' ? { error: emptyPassword } : await logIn(password)
}
