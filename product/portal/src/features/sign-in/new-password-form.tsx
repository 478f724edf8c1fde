import type { Passkey } from '@ekyc/contract/shapes'
import { useEffect, useState, type ReactNode } from 'react'

import { call } from '../../api/api-client.ts'
import { clearSession } from '../../session/clear-session.ts'
import { afterPasswordSetMs, go } from '../../session/navigation.ts'
import { setNotice } from '../../session/notice.ts'
import { paths } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { keepWork } from '../../session/work-kept.ts'
import { t, type Words } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { MoreBelow } from '@ekyc/ui/more-below.tsx'
import { PasswordField } from '@ekyc/ui/password-field.tsx'
import { useFormAction } from '@ekyc/ui/use-form-action.ts'
import { keptIn } from './kept-passkeys.tsx'
import styles from './new-password-form.module.css'
import { problemsOf, type FieldProblems } from './new-password.ts'
import { OtpEntry, useOtpFailure, type FailedOtp } from './otp-entry.tsx'
import { PasswordDemands } from './password-demands.tsx'
import { encryptPassword } from './password-encryption.ts'
import { typedOtp, type OtpPurpose } from './send-otp.ts'
import { serverMoment } from './server-moment.ts'
import { useFocusOnRefused } from './use-focus-on-refused.ts'
import { WhosePassword } from './whose-password.tsx'

type Outcome =
  | { kind: 'open' }
  | { kind: 'wrong'; fields: FieldProblems }
  | ({ kind: 'failed' } & FailedOtp)
  | { kind: 'done'; ended: Words | undefined }

/** The form contains `reason`, because the Submit bar stays in view only within the form. */
export function NewPasswordForm({
  purpose,
  reason,
  afterOtp,
  passkeys,
  isReading = false,
}: {
  purpose: OtpPurpose
  reason?: ReactNode
  /** The content above the password fields. Below these fields, the sticky Submit bar would cover this content. */
  afterOtp?: ReactNode
  passkeys?: readonly Passkey[] | undefined
  /** True while the passkeys load. A Submit at this time would remove the passkeys without asking the agent. */
  isReading?: boolean
}) {
  const [outcome, submit, pending] = useFormAction(
    (_before: Outcome, fields: FormData) => send(fields, purpose, passkeys),
    open,
  )
  const [password, setPasswordText] = useState('')
  const problems = outcome.kind === 'wrong' ? outcome.fields : {}
  const isDone = outcome.kind === 'done'
  const { refusal, error } = useOtpFailure(outcome.kind === 'failed' ? outcome : undefined)
  useFocusOnRefused(outcome.kind === 'wrong' || refusal !== undefined ? outcome : undefined)
  useEffect(() => {
    if (outcome.kind !== 'done') return undefined
    const timer = setTimeout(() => leave(outcome.ended), afterPasswordSetMs)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <Form action={submit}>
      {reason}
      <OtpEntry purpose={purpose} problem={refusal ?? problems.otp?.()} />
      {afterOtp}
      <WhosePassword />
      <PasswordField
        label={t('newPassword.new')}
        name="password"
        autoComplete="new-password"
        error={problems.password?.()}
        onInput={event => setPasswordText(event.currentTarget.value)}
      />
      <PasswordDemands password={password} />
      <PasswordField
        label={t('newPassword.confirm')}
        name="confirmed"
        autoComplete="new-password"
        error={problems.confirmed?.()}
      />
      <div className={styles.bar}>
        <MoreBelow />
        <FailedCall error={error} />
        {isDone && <Alert tone="success">{t('newPassword.done')}</Alert>}
        <Button type="submit" busy={pending || isDone || isReading} wide>
          {t('newPassword.submit')}
        </Button>
      </div>
    </Form>
  )
}

const open: Outcome = { kind: 'open' }

async function send(
  fields: FormData,
  purpose: OtpPurpose,
  passkeys: readonly Passkey[] | undefined,
): Promise<Outcome> {
  const entries = {
    otp: fieldText(fields, 'otp'),
    password: fieldText(fields, 'password'),
    confirmed: fieldText(fields, 'confirmed'),
  }
  const problems = problemsOf(entries, purpose)
  if (Object.keys(problems).length > 0) return { kind: 'wrong', fields: problems }
  const sentOn = useSession.getState().userChecked?.receivedOn
  const keptIds = passkeys && keptIn(fields)
  try {
    await setPassword(entries.otp, entries.password, keptIds)
    return { kind: 'done', ended: keptIds && (() => endedWith(passkeys.length - keptIds.length)) }
  } catch (error) {
    return { kind: 'failed', error, sentOn }
  }
}

function leave(ended: Words | undefined): void {
  keepWork()
  if (ended) {
    clearSession()
    setNotice(ended)
  }
  go(paths.login)
}

function endedWith(passkeys: number): string {
  return passkeys > 0 ? t('newPassword.endedWithPasskeys', { count: passkeys }) : t('newPassword.ended')
}

/**
 * Sets a new password with the newest one-time password.
 * @param keepPasskeys the ids of the passkeys that stay; undefined if the agent was not asked
 */
async function setPassword(otp: string, password: string, keepPasskeys?: string[]): Promise<void> {
  const { phone } = useSession.getState()
  const moment = await serverMoment()
  const newPassword = await encryptPassword(phone, password, moment)
  const request = { username: phone, otpDetails: typedOtp(otp), newPassword }
  await call('setPassword', keepPasskeys ? { ...request, keepPasskeys } : request, { datetime: moment })
}
