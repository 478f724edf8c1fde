import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t, type Words } from '../../texts/t.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { fieldText } from '../../ui/field-text.ts'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFormAction } from '../../ui/use-form-action.ts'
import { encryptPassword } from './password-encryption.ts'
import { makePasskey, offersPasskeys } from './passkeys.ts'
import { serverMoment } from './server-moment.ts'
import { noteQuestion } from './still-asked.ts'
import { WhosePassword } from './whose-password.tsx'
import { shownMessageOf } from '../../ui/shown-message.ts'

type Result = { problem?: Words; wrongField?: Words; added?: true }

/** Adds a passkey after the password is asked again; absent where the browser has none. */
export function PasskeyCard() {
  const [{ problem, wrongField, added }, submit, pending] = useFormAction(answerTo, {})
  if (!offersPasskeys()) return null
  return (
    <Card narrow title={t('passkey.title')}>
      <p>{t('passkey.lead')}</p>
      {problem && <Alert>{problem()}</Alert>}
      {added ? (
        <Alert tone="success">{t('passkey.added')}</Alert>
      ) : (
        <Form action={submit}>
          <WhosePassword />
          <PasswordField
            label={t('passkey.password')}
            name="password"
            autoComplete="current-password"
            error={wrongField?.()}
          />
          <Button type="submit" look="quiet" busy={pending}>
            {t('passkey.add')}
          </Button>
        </Form>
      )}
    </Card>
  )
}

async function answerTo(_before: Result, fields: FormData): Promise<Result> {
  const password = fieldText(fields, 'password')
  if (password === '') return { wrongField: () => t('passkey.passwordEmpty') }
  try {
    await addPasskey(password)
    return { added: true }
  } catch (error) {
    if (!(error instanceof DOMException)) return { problem: () => shownMessageOf(error) }
    const isThere = error.name === 'InvalidStateError'
    return { problem: () => t(isThere ? 'passkey.isThere' : 'passkey.notMade') }
  }
}

async function addPasskey(password: string): Promise<void> {
  const { phone } = useSession.getState()
  const isStillAsked = noteQuestion()
  const moment = await serverMoment()
  const encrypted = await encryptPassword(phone, password, moment)
  const { options } = await call(
    'startPasskey',
    { username: phone, password: encrypted },
    { datetime: moment },
  )
  // The browser's dialog would come up over another screen.
  if (!isStillAsked()) return
  await call('addPasskey', { username: phone, credential: await makePasskey(options) })
}
