import { otpLength } from '@ekyc/contract/limits'
import { otpPattern } from '@ekyc/contract/rules'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t, type Words } from '../../texts/t.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { fieldText } from '../../ui/field-text.ts'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFormAction } from '../../ui/use-form-action.ts'
import { makePasskey, offersPasskeys } from './passkeys.ts'
import { noteQuestion } from './still-asked.ts'
import { shownMessageOf } from '../../ui/shown-message.ts'

type Result = { problem?: Words; wrongField?: Words; otpDetails?: OtpDetails; added?: true }

/** Adds a passkey after an OTP; absent where the browser has none. */
export function PasskeyCard() {
  const [{ problem, wrongField, otpDetails, added }, submit, pending] = useFormAction(answerTo, {})
  if (!offersPasskeys()) return null
  return (
    <Card narrow title={t('passkey.title')}>
      <p>{t('passkey.lead')}</p>
      {problem && <Alert>{problem()}</Alert>}
      {added ? (
        <Alert tone="success">{t('passkey.added')}</Alert>
      ) : (
        <Form action={submit}>
          {otpDetails && (
            <TextField
              label={t('otp.label')}
              hint={t('otp.hint', { length: otpLength, sentTo: otpDetails.sentTo })}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={otpLength}
              focusOnOpen
              error={wrongField?.()}
            />
          )}
          <Button type="submit" look="quiet" busy={pending}>
            {t('passkey.add')}
          </Button>
        </Form>
      )}
    </Card>
  )
}

async function answerTo({ otpDetails }: Result, fields: FormData): Promise<Result> {
  const otp = fieldText(fields, 'otp')
  const kept = otpDetails && { otpDetails }
  if (kept && !new RegExp(otpPattern).test(otp)) return { ...kept, wrongField: () => t('otp.wrong') }
  try {
    if (!kept) {
      const username = useSession.getState().phone
      return { otpDetails: (await call('sendPasskeyOtp', { username })).otpDetails }
    }
    await addPasskey({ otpRefId: kept.otpDetails.otpRefId, otp })
    return { added: true }
  } catch (error) {
    if (!(error instanceof DOMException)) return { ...kept, problem: () => shownMessageOf(error) }
    const isThere = error.name === 'InvalidStateError'
    return { problem: () => t(isThere ? 'passkey.isThere' : 'passkey.notMade') }
  }
}

async function addPasskey(otpDetails: { otpRefId: string; otp: string }): Promise<void> {
  const { phone } = useSession.getState()
  const isStillAsked = noteQuestion()
  const { options } = await call('startPasskey', { username: phone, otpDetails })
  // The browser's dialog would come up over another screen.
  if (!isStillAsked()) return
  await call('addPasskey', { username: phone, credential: await makePasskey(options) })
}
