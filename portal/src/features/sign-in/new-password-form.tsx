import { isRecord } from '@ekyc/contract/is-record'
import { otpLength } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'
import { useEffect, useState, type ReactNode } from 'react'

import { Refused } from '../../api/call-errors.ts'
import { afterPasswordSetMs, goAfter } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedCall } from '../../ui/failed-call.tsx'
import { fieldText } from '../../ui/field-text.ts'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { shownMessageOf } from '../../ui/shown-message.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFormAction } from '../../ui/use-form-action.ts'
import styles from './new-password-form.module.css'
import { problemsOf, type FieldProblems, type OtpRule } from './new-password.ts'
import { PasswordDemands } from './password-demands.tsx'
import { setPassword } from './set-password.ts'
import { useFocusOnRefused } from './use-focus-on-refused.ts'
import { WhosePassword } from './whose-password.tsx'

type Outcome =
  | { kind: 'open' }
  | { kind: 'wrong'; fields: FieldProblems }
  | { kind: 'failed'; error: unknown; sentOn: number | undefined }
  | { kind: 'done' }

/**
 * The form of /otp and /change-password: OTP, new password, confirmed password. `reason` is part of it, because Submit
 * stays in view beside the form alone.
 */
export function NewPasswordForm({
  otpRule,
  reason,
  afterOtp,
}: {
  otpRule: OtpRule
  reason?: ReactNode
  afterOtp?: ReactNode
}) {
  const [outcome, submit, pending] = useFormAction(
    (_before: Outcome, fields: FormData) => send(fields, otpRule),
    open,
  )
  const [typed, setTyped] = useState('')
  const problems = outcome.kind === 'wrong' ? outcome.fields : {}
  const done = outcome.kind === 'done'
  const sentOn = useSession(session => session.userChecked?.receivedOn)
  // Another OTP has tries of its own.
  const failure = outcome.kind === 'failed' && outcome.sentOn === sentOn ? outcome.error : undefined
  const isRefused = failure instanceof Refused
  useFocusOnRefused(outcome.kind === 'wrong' || isRefused ? outcome : undefined)
  useEffect(() => (done ? goAfter(afterPasswordSetMs, paths.login) : undefined), [done])
  return (
    <Form action={submit}>
      {reason}
      <OtpField problem={isRefused ? refusalOf(failure) : problems.otp?.()} />
      {afterOtp}
      <WhosePassword />
      <PasswordField
        label={t('newPassword.new')}
        name="password"
        autoComplete="new-password"
        error={problems.password?.()}
        onInput={event => setTyped(event.currentTarget.value)}
      />
      <PasswordDemands password={typed} />
      <PasswordField
        label={t('newPassword.confirm')}
        name="confirmed"
        autoComplete="new-password"
        error={problems.confirmed?.()}
      />
      <div className={styles.bar}>
        {failure !== undefined && !isRefused && (
          <Alert>
            <FailedCall error={failure} />
          </Alert>
        )}
        {done && <Alert tone="success">{t('newPassword.done')}</Alert>}
        <Button type="submit" busy={pending || done} wide>
          {t('newPassword.submit')}
        </Button>
      </div>
    </Form>
  )
}

const open: Outcome = { kind: 'open' }

function OtpField({ problem }: { problem: string | undefined }) {
  const details = useSession(session => session.userChecked?.otpDetails)
  return (
    <TextField
      label={t('otp.label')}
      hint={hintOf(details)}
      name="otp"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={otpLength}
      focusOnOpen
      error={problem}
    />
  )
}

/** The portal has checked the password by the same rule: what the server refuses is the OTP. */
function refusalOf(error: Refused): string {
  const tries = triesLeftOf(error)
  const message = shownMessageOf(error)
  if (tries === undefined) return message
  return `${message}\n${tries > 0 ? t('otp.triesLeft', { tries }) : t('otp.noTriesLeft')}`
}

/** A bank's SMS text may lack the mark, and so does a slice that an older version wrote. */
function hintOf(details: Partial<OtpDetails> | null | undefined): string {
  const { sentTo, mark } = details ?? {}
  const length = otpLength
  if (!sentTo) return t('otp.hintPlain', { length })
  return mark ? t('otp.hintMarked', { length, mark, sentTo }) : t('otp.hint', { length, sentTo })
}

async function send(fields: FormData, otpRule: OtpRule): Promise<Outcome> {
  const typed = {
    otp: fieldText(fields, 'otp'),
    password: fieldText(fields, 'password'),
    confirmed: fieldText(fields, 'confirmed'),
  }
  const problems = problemsOf(typed, otpRule)
  if (Object.keys(problems).length > 0) return { kind: 'wrong', fields: problems }
  // Another OTP may come before the answer.
  const sentOn = useSession.getState().userChecked?.receivedOn
  try {
    await setPassword(typed.otp, typed.password)
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'failed', error, sentOn }
  }
}

function triesLeftOf(error: Refused): number | undefined {
  const details = error.answer['otpDetails']
  const tries = isRecord(details) ? details['triesLeft'] : undefined
  return typeof tries === 'number' ? tries : undefined
}
