import type { Passkey } from '@ekyc/contract/shapes'
import { type ReactNode, useEffect, useState } from 'react'
import { Alert, FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { fieldText, Form, PasswordField, useFormAction } from '@ekyc/ui/controls/form.tsx'
import { MoreBelow } from '@ekyc/ui/states/more-below.tsx'
import { otpLength, passwordMinLength } from '@ekyc/contract/limits'
import { isOneTimePassword, isPassword, type PasswordDemand, passwordDemands } from '@ekyc/contract/rules'
import { Icon } from '@ekyc/ui/controls/icon.tsx'

import { call } from '../../api/api-client.ts'
import { clearSession } from '../../session/end-session.ts'
import { go, paths } from '../../session/navigation.ts'
import { keepForLogIn } from '../../session/for-log-in.ts'
import { useSession } from '../../session/session.ts'
import { keepWork } from '../../session/work-kept.ts'
import { t, type Words } from '../../texts/t.ts'
import styles from './new-password-form.module.css'
import { type FailedOtp, OtpEntry, useOtpFailure } from './otp-entry.tsx'
import { encryptPassword, serverMoment } from './password-encryption.ts'
import { type OtpPurpose, typedOtp } from './number-check.ts'
import { WhosePassword } from './password-page.tsx'

export const keptField = 'keepPasskey'

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
  useEffect(() => {
    if (outcome.kind !== 'done') return undefined
    const timer = setTimeout(() => leave(outcome.ended), leaveAfterMs)
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
      <div className={`bar ${styles.bar}`}>
        <MoreBelow />
        <FailedCall error={error} />
        {isDone && <Alert tone="success">{t('newPassword.done')}</Alert>}
        <Button type="submit" busy={pending || isDone || isReading} wide>
          {t('password.submit')}
        </Button>
      </div>
    </Form>
  )
}

const open: Outcome = { kind: 'open' }
const leaveAfterMs = 1000

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
  const keptIds = passkeys && fields.getAll(keptField).filter(id => typeof id === 'string')
  try {
    await setPassword(entries.otp, entries.password, keptIds)
    const count = passkeys && keptIds ? passkeys.length - keptIds.length : 0
    const ended = () => t(count > 0 ? 'newPassword.endedWithPasskeys' : 'newPassword.ended', { count })
    return { kind: 'done', ended: keptIds && ended }
  } catch (error) {
    return { kind: 'failed', error, sentOn }
  }
}

function leave(ended: Words | undefined): void {
  keepWork()
  if (ended) {
    clearSession()
    keepForLogIn({ notice: ended() })
  }
  go(paths.login)
}

/** @param keepPasskeys the ids of the passkeys that stay; undefined if the agent was not asked */
async function setPassword(otp: string, password: string, keepPasskeys?: string[]): Promise<void> {
  const { phone } = useSession.getState()
  const moment = await serverMoment()
  const newPassword = await encryptPassword(phone, password, moment)
  const request = { username: phone, otpDetails: typedOtp(otp), newPassword }
  await call('setPassword', keepPasskeys ? { ...request, keepPasskeys } : request, { datetime: moment })
}

const demands: PasswordDemand[] = ['length', 'upperCase', 'lowerCase', 'digit', 'special']

function PasswordDemands({ password }: { password: string }) {
  const strange = !passwordDemands.allowedCharacters(password)
  return (
    <ul className={styles.demands} aria-label={t('newPassword.demands')}>
      {demands.map(demand => (
        <Demand key={demand} demand={demand} met={passwordDemands[demand](password)} />
      ))}
      {strange && <Demand demand="allowedCharacters" met={false} />}
    </ul>
  )
}

function Demand({ demand, met }: { demand: PasswordDemand; met: boolean }) {
  return (
    <li className={met ? styles.met : undefined}>
      <Icon name={met ? 'tick' : 'circle'} size={18} />
      {t(`newPassword.demand.${demand}`, { length: passwordMinLength })}
      <span className="unseen"> ({met ? t('newPassword.demand.met') : t('newPassword.demand.open')})</span>
    </li>
  )
}

type NewPassword = { otp: string; password: string; confirmed: string }

type FieldProblems = Partial<Record<keyof NewPassword, Words>>

type OtpRule = (otp: string) => Words | undefined

const wrongLength: Words = () => t('otp.wrongLength', { length: otpLength })

const inSession: OtpRule = otp => {
  if (!/^[0-9]+$/.test(otp)) return () => t('otp.wrong')
  return otp.length === otpLength ? undefined : wrongLength
}

/** /otp and /change-password have different messages for other characters than digits (decisions.md section 4). */
export const otpRules: Record<OtpPurpose, OtpRule> = {
  reset: otp => (isOneTimePassword(otp) ? undefined : wrongLength),
  change: inSession,
  passkey: inSession,
}

function problemsOf({ otp, password, confirmed }: NewPassword, purpose: OtpPurpose): FieldProblems {
  const wrongOtp = otpRules[purpose](otp)
  if (wrongOtp) return { otp: wrongOtp }
  if (password === '') return { password: () => t('newPassword.empty') }
  if (!isPassword(password)) return { password: () => t('newPassword.rule', { length: passwordMinLength }) }
  if (confirmed === '') return { confirmed: () => t('newPassword.empty') }
  return confirmed === password ? {} : { confirmed: () => t('newPassword.mismatch') }
}
