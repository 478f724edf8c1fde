import { resendWaitSeconds } from '@ekyc/contract/limits'
import { useActionState, startTransition, type MouseEvent } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import styles from './resend-otp.module.css'
import { useResendTimer } from './resend-timer.ts'
import { clockFace } from './seconds-until.ts'

/** `send` requests another OTP, and returns the error of a failure. */
export function ResendOtp({ send }: { send: () => Promise<unknown> }) {
  const secondsLeft = useResendTimer()
  const [problem, resend, pending] = useActionState(send, undefined)
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

  /** The focus moves to the OTP field, because the button is then disabled for a while. */
  function sendAgain({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
    startTransition(resend)
    const field = button.form?.elements.namedItem('otp')
    if (field instanceof HTMLElement) field.focus()
  }
}
