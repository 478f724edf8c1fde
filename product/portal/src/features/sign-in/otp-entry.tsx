import { isRecord } from '@ekyc/contract/is-record'
import { otpLength, resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'
import { useState, useActionState, startTransition, type MouseEvent, useEffect } from 'react'
import { Refused } from '@ekyc/ui/browser/call-errors.ts'
import { shownMessageOf } from '@ekyc/ui/texts/shown.ts'
import { TextField } from '@ekyc/ui/controls/form.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { FailedCall } from '@ekyc/ui/states/alert.tsx'

import { useSession, setSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { SupportContact } from '../../ui/screen.tsx'
import { sendAnother, type OtpPurpose } from './number-check.ts'
import styles from './otp-entry.module.css'
import type { UserChecked } from '../../session/session-state.ts'

const smsComesWithinMs = 30_000

export function OtpEntry({
  purpose,
  problem,
  resend,
}: { problem: string | undefined } & (
  | { purpose: OtpPurpose; resend?: undefined }
  /** The server sends another log-in OTP only with the password, so the caller passes the function `resend`. */
  | { purpose: 'log-in'; resend: () => Promise<unknown> }
)) {
  const phone = useSession(session => session.phone)
  const details = useSession(session => session.userChecked?.otpDetails)
  const [hasCome, setCome] = useState(false)
  return (
    <>
      <TextField
        label={t('otp.label')}
        hint={purpose === 'reset' ? <ResetHint details={details} hasCome={hasCome} /> : hintOf(details)}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={otpLength}
        focusOnOpen
        error={problem}
        onInput={({ currentTarget }) => setCome(currentTarget.value !== '')}
      />
      <ResendOtp send={purpose === 'log-in' ? resend : () => sendAnother(phone, purpose)} />
    </>
  )
}

export type FailedOtp = { error: unknown; sentOn: number | undefined }

/** A new OTP has its own tries, so the failure of an earlier one says nothing any more. */
export function useOtpFailure(failed: FailedOtp | undefined): { refusal?: string; error?: unknown } {
  const sentOn = useSession(session => session.userChecked?.receivedOn)
  if (!failed || failed.sentOn !== sentOn) return {}
  return failed.error instanceof Refused ? { refusal: refusalOf(failed.error) } : { error: failed.error }
}

type Details = Partial<OtpDetails> | null | undefined

/**
 * The hint is the same for every number, so that nobody learns which ones the server knows. It promises no SMS,
 * because a number with a passkey, or with too many requests, gets none.
 */
function ResetHint({ details, hasCome }: { details: Details; hasCome: boolean }) {
  const sentOn = useSession(session => session.userChecked?.receivedOn)
  const left = useSecondsUntil((sentOn ?? 0) + smsComesWithinMs)
  const { sentTo, mark } = details ?? {}
  const isLate = sentOn !== undefined && left === 0 && !hasCome
  const length = otpLength
  return (
    <>
      <output>
        {isLate && (
          <>
            <p>{t('otp.noSms')}</p>
            <SupportContact />
          </>
        )}
      </output>
      {!isLate && sentTo && t('otp.mayCome', { sentTo })}{' '}
      {mark ? t('otp.hintOfMark', { length, mark }) : t('otp.hintPlain', { length })}
    </>
  )
}

/** `mark` identifies the SMS. Some banks' SMS texts and stored sessions lack it. */
function hintOf(details: Details): string {
  const { sentTo, mark } = details ?? {}
  const length = otpLength
  if (!sentTo) return t('otp.hintPlain', { length })
  return mark ? t('otp.hintMarked', { length, mark, sentTo }) : t('otp.hint', { length, sentTo })
}

function refusalOf(error: Refused): string {
  const details = error.answer['otpDetails']
  const tries = isRecord(details) && details['triesLeft']
  const message = shownMessageOf(error)
  if (typeof tries !== 'number') return message
  return `${message}\n${tries > 0 ? t('otp.triesLeft', { tries }) : t('otp.noTriesLeft')}`
}

function ResendOtp({ send }: { send: () => Promise<unknown> }) {
  const wait = useResendTimer()
  const [problem, resend, pending] = useActionState(send, undefined)
  const idle = wait === resendWaitSeconds
  return (
    <>
      <div className={`row-12 ${styles.line}`}>
        <Button look="quiet" disabled={!idle} busy={pending} onClick={sendAgain}>
          {t('otp.resend')}
        </Button>
        {!idle && (
          <span className={styles.timer} role="timer">
            {t('otp.resendIn', { time: clockFace(wait) })}
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

/** The countdown goes by the time of the last OTP, so that a reload or a sleeping computer does not change it. */
function useResendTimer(): number {
  const checked = useSession(session => session.userChecked)
  useEffect(() => {
    const tick = () => setSession({ otpTimer: secondsLeft(checked, Date.now()) })
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [checked])
  return useSession(session => session.otpTimer)
}

function secondsLeft(checked: UserChecked | null, now: number): number {
  const wait = checked?.otpDetails?.resendAfter ?? 0
  const remaining = Math.ceil(((checked?.receivedOn ?? 0) + wait * 1000 - now) / 1000)
  // Without `remaining > wait`, a clock that was set back would prolong the wait by the difference.
  if (remaining <= 0 || remaining > wait) return resendWaitSeconds
  // A running countdown starts at 59, because 60 means that no wait is running.
  return Math.min(remaining, resendWaitSeconds - 1)
}

/** The time between two updates of the countdown, in ms. With 1000 ms, a shown second could be up to 1 s late. */
const tickMs = 250

export function useSecondsUntil(moment = 0): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= moment
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
