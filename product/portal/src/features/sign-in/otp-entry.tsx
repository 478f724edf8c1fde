import { isRecord } from '@ekyc/contract/is-record'
import { otpLength } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'
import { useState } from 'react'

import { Refused } from '@ekyc/ui/call-errors.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { shownMessageOf } from '@ekyc/ui/shown-message.ts'
import { SupportContact } from '../../ui/support-contact.tsx'
import { TextField } from '@ekyc/ui/field.tsx'
import { ResendOtp } from './resend-otp.tsx'
import { useSecondsUntil } from './seconds-until.ts'
import { sendAnother, type OtpPurpose } from './send-otp.ts'

/** The time within which an SMS usually arrives, in ms. After this time, ResetHint tells the agent what to do. */
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

/**
 * Returns the message of a refusal, for the OTP field, or any other error, for the form. Returns neither if a new OTP
 * was sent after the failure, because the new OTP has its own tries.
 */
export function useOtpFailure(failed: FailedOtp | undefined): { refusal?: string; error?: unknown } {
  const sentOn = useSession(session => session.userChecked?.receivedOn)
  if (!failed || failed.sentOn !== sentOn) return {}
  return failed.error instanceof Refused ? { refusal: refusalOf(failed.error) } : { error: failed.error }
}

type Details = Partial<OtpDetails> | null | undefined

/**
 * Shows the hint of a password reset. The hint is the same for every mobile number, so that nobody learns which numbers
 * the server knows. The hint promises no SMS, because a number with a passkey or with too many requests gets none;
 * after smsComesWithinMs the hint says this.
 */
function ResetHint({ details, hasCome }: { details: Details; hasCome: boolean }) {
  const sentOn = useSession(session => session.userChecked?.receivedOn)
  const secondsLeft = useSecondsUntil((sentOn ?? 0) + smsComesWithinMs)
  const { sentTo, mark } = details ?? {}
  const isLate = sentOn !== undefined && secondsLeft === 0 && !hasCome
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
  const tries = triesLeftOf(error)
  const message = shownMessageOf(error)
  if (tries === undefined) return message
  return `${message}\n${tries > 0 ? t('otp.triesLeft', { tries }) : t('otp.noTriesLeft')}`
}

function triesLeftOf(error: Refused): number | undefined {
  const details = error.answer['otpDetails']
  const tries = isRecord(details) ? details['triesLeft'] : undefined
  return typeof tries === 'number' ? tries : undefined
}
