import { resendWaitSeconds } from '@ekyc/contract/limits'
import { useActionState, startTransition, type MouseEvent } from 'react'

import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import styles from './resend-otp.module.css'
import { useResendTimer } from './resend-timer.ts'
import { clockFace } from './seconds-until.ts'
import { sendAnother, type OtpPurpose } from './send-otp.ts'

export function ResendOtp({ purpose }: { purpose: OtpPurpose }) {
  const secondsLeft = useResendTimer()
  const phone = useSession(session => session.phone)
  const [problem, resend, pending] = useActionState(() => sendAnother(phone, purpose), undefined)
  const idle = secondsLeft === resendWaitSeconds
  return (
    <>
      <div className={styles.line}>
        <Button look="quiet" disabled={!idle} busy={pending} onClick={sendAgain}>
          {t('otp.resend')}
        </Button>
        {!idle && (
          <span className={styles.timer} role="timer">
            {t('otp.resendIn', { time: clockFace(secondsLeft) })}
          </span>
        )}
      </div>
      <FailedCall error={problem} />
    </>
  )

  /** Moves the focus to the OTP field, because the button is disabled for a while. */
  function sendAgain({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
    startTransition(resend)
    const field = button.form?.elements.namedItem('otp')
    if (field instanceof HTMLElement) field.focus()
  }
}
