import { useActionState } from 'react'

import { t as passkeyTexts } from '../../texts/en/passkeys.ts'
import { t } from '../../texts/en/password.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { fieldText, Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { MobileLine } from './mobile-line.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { logIn, logInByPasskey } from './log-in.ts'
import { offersPasskeys } from './passkeys.ts'
import { WhosePassword } from './whose-password.tsx'

export function PasswordPage() {
  const [message, submit, pending] = useActionState(answerTo, '')
  const isEmpty = message === t('password.empty')
  return (
    <SignInFrame>
      <ScreenTitle focus={false}>{t('password.title')}</ScreenTitle>
      <MobileLine />
      {message && !isEmpty && <Alert>{message}</Alert>}
      <Form action={submit}>
        <WhosePassword />
        <PasswordField
          label={t('password.label')}
          name="password"
          autoComplete="current-password"
          focusOnOpen
          error={isEmpty ? message : undefined}
        />
        <Button type="submit" busy={pending} wide>
          {t('password.submit')}
        </Button>
        {offersPasskeys() && (
          <Button type="submit" name="intent" value="passkey" look="quiet" disabled={pending} wide>
            {passkeyTexts('passkey.continue')}
          </Button>
        )}
      </Form>
    </SignInFrame>
  )
}

async function answerTo(_before: string, fields: FormData): Promise<string> {
  if (fields.get('intent') === 'passkey') return logInByPasskey()
  const password = fieldText(fields, 'password')
  return password === '' ? t('password.empty') : await logIn(password)
}
