import { indiaDate } from '@ekyc/contract/india-time'
import { Alert, FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { fieldText, Form, useFormAction } from '@ekyc/ui/controls/form.tsx'
import { offersPasskeys } from '@ekyc/ui/browser/passkeys.ts'
import { shownDay } from '@ekyc/ui/texts/shown.ts'

import { readAccessToken } from '../../session/access-token.ts'
import { go, paths } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { t, type Words } from '../../texts/t.ts'
import { ScreenTitle } from '../../ui/screen.tsx'
import { logIn, logInByPasskey, type LogInAnswer, type MissingFactor } from './log-in.ts'
import { MobileLine } from './sign-in-frame.tsx'
import { otpRules } from './new-password-form.tsx'
import { OtpEntry, useOtpFailure } from './otp-entry.tsx'
import { typedOtp } from './number-check.ts'

type Step = LogInAnswer & { missing: MissingFactor; wrongOtp?: Words; sentOn?: number | undefined }

/** The component keeps the password only in memory. */
export function SecondFactor({ missing: first }: { missing: MissingFactor }) {
  const [step, submit, pending] = useFormAction(answerTo, { missing: first })
  const { missing, wrongOtp } = step
  const day = missing.requiredFrom && shownDay(indiaDate(new Date(missing.requiredFrom)))
  const { refusal, error } = useOtpFailure(
    missing.isOtpSent && step.error !== undefined ? { error: step.error, sentOn: step.sentOn } : undefined,
  )
  return (
    <>
      <ScreenTitle key={String(missing.isOtpSent)} focus={!missing.isOtpSent}>
        {t(missing.isOtpSent ? 'password.factor.confirm' : 'password.factor.offer')}
      </ScreenTitle>
      <MobileLine />
      <FailedCall error={missing.isOtpSent ? error : step.error} />
      {step.message && <Alert>{step.message()}</Alert>}
      <Form action={submit}>
        {missing.isOtpSent ? (
          <>
            <OtpEntry purpose="log-in" problem={refusal ?? wrongOtp?.()} resend={resend} />
            <Button type="submit" busy={pending} wide>
              {t('password.submit')}
            </Button>
            {offersPasskeys() && (
              <Button type="submit" name="by" value="passkey" look="quiet" disabled={pending} wide>
                {t('passkey.continue')}
              </Button>
            )}
          </>
        ) : (
          <>
            <p>{t('password.factor.why')}</p>
            {day && <p>{t('password.factor.from', { day })}</p>}
            {offersPasskeys() && (
              <Button type="submit" name="by" value="new-passkey" busy={pending} wide>
                {t('passkey.add')}
              </Button>
            )}
            <Button type="submit" name="by" value="otp" look="quiet" busy={pending} wide>
              {t('passkey.byOtp')}
            </Button>
            <Button type="submit" name="by" value="later" look="link" disabled={pending}>
              {t('password.factor.later')}
            </Button>
          </>
        )}
      </Form>
    </>
  )

  async function resend(): Promise<unknown> {
    return (await logIn(missing.password, { secondFactor: 'otp' })).error
  }
}

async function answerTo({ missing }: Step, fields: FormData): Promise<Step> {
  const sentOn = useSession.getState().userChecked?.receivedOn
  return { missing, sentOn, ...(await answerToPress(missing, fields)) }
}

async function answerToPress(
  { password, isOtpSent }: MissingFactor,
  fields: FormData,
): Promise<Partial<Step>> {
  const by = fieldText(fields, 'by')
  if (by === 'passkey') return logInByPasskey()
  if (by === 'otp') return logIn(password, { secondFactor: 'otp' })
  if (!isOtpSent) {
    const answer = await logIn(password, {})
    if (by === 'new-passkey' && readAccessToken() !== undefined) go(paths.security)
    return answer
  }
  const otp = fieldText(fields, 'otp')
  const wrongOtp = otpRules.passkey(otp)
  return wrongOtp ? { wrongOtp } : logIn(password, { otpDetails: typedOtp(otp) })
}
