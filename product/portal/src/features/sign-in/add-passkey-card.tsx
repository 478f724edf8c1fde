import { useEffect } from 'react'

import { t } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import { Form } from '@ekyc/ui/form.tsx'
import { useFocusOnChange } from '@ekyc/ui/use-focus-on-change.ts'
import { useFormAction } from '@ekyc/ui/use-form-action.ts'
import { addPasskey, type Adding } from './add-passkey.ts'
import { OtpEntry, useOtpFailure } from './otp-entry.tsx'
import { useFocusOnRefused } from './use-focus-on-refused.ts'

/**
 * Adds a passkey after the agent has confirmed with an existing passkey or with an OTP by SMS. The password alone is
 * never enough.
 */
export function AddPasskeyCard({ hasPasskey, onAdded }: { hasPasskey: boolean; onAdded: () => void }) {
  const [adding, submit, pending] = useFormAction(async (before: Adding, fields) => {
    const next = await addPasskey(before, fields)
    if (next.isAdded) onAdded()
    return next
  }, start)
  const { step, isAdded, problem, wrongOtp } = adding
  const { refusal, error = adding.error } = useOtpFailure(adding.failedOtp)
  useFocusOnRefused(refusal !== undefined || wrongOtp ? adding : undefined)
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
                {t('security.cancel')}
              </Button>
            </>
          )}
        </Form>
      </div>
    </Card>
  )
}

const start: Adding = { step: 'confirm' }
