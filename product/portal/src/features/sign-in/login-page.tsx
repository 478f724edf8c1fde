import { isMobile } from '@ekyc/contract/rules'
import { lazy, Suspense, useEffect, useRef, type InputEvent } from 'react'

import { CallFailed } from '@ekyc/ui/call-errors.ts'
import { setConnected, useIsConnected } from '@ekyc/ui/connection.ts'
import type { Early } from '../../api/early-answers.ts'
import { loadChunk, loadNow } from '../../api/load-chunk.ts'
import { readAccessToken } from '../../session/access-token.ts'
import { clearForLogIn } from '../../session/clear-session.ts'
import { keptMobile } from '../../session/kept-mobile.ts'
import { currentPath } from '@ekyc/ui/location.ts'
import { setNotice, useNotice } from '../../session/notice.ts'
import { paths } from '../../session/paths.ts'
import { textsLoaded } from '../../texts/language.ts'
import { t, type Words } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { BankNotice } from '../../ui/bank-notice.tsx'
import { sendEarlyPress } from '../../ui/early-press.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { hasKeyboard } from '@ekyc/ui/has-keyboard.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { Link } from '../../ui/link.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SupportContact } from '../../ui/support-contact.tsx'
import { TextField } from '@ekyc/ui/field.tsx'
import { useFormAction } from '@ekyc/ui/use-form-action.ts'
import styles from './sign-in-frame.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { typedMobile } from './typed-mobile.ts'

/**
 * The time after which an open log-in screen ends the session, in ms. The session stays if the agent leaves the screen
 * earlier (product.md sections 2 and 9).
 */
const clearAfterMs = 1000
const ownPaths: string[] = [paths.home, paths.login]
const screenAt = (path: string) => (path === paths.home ? paths.login : path)

/** Until the notice has loaded, the log-in shows only the error of the failed call. */
const NetworkNotice = lazy(() =>
  loadChunk(() => Promise.all([import('../../ui/network-notice.tsx'), textsLoaded()])).then(([file]) => ({
    default: file.NetworkNotice,
  })),
)

export function LoginPage() {
  useFreshStart()
  const isReached = useIsConnected()
  const notice = useNotice(({ say }) => say)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => sendEarlyPress(form.current), [])
  const [problem, submit, pending] = useFormAction(answerTo, nothing, screenAt)
  return (
    <SignInFrame
      below={
        <>
          <Link to={paths.termsAndConditions}>{t('signIn.terms')}</Link>
          <Link to={paths.privacyPolicy}>{t('signIn.privacy')}</Link>
          <Link to={paths.deviceCheck}>{t('signIn.deviceCheck')}</Link>
          <SupportContact />
          <BankNotice />
        </>
      }
    >
      <div>
        <ScreenTitle focus={!hasKeyboard()}>{t('signIn.title')}</ScreenTitle>
        <p className={styles.lead}>{t('signIn.lead')}</p>
      </div>
      {notice && <Alert tone="warning">{notice()}</Alert>}
      {!isReached && (
        <Suspense>
          <NetworkNotice />
        </Suspense>
      )}
      {!(isReached && isOffline(problem.ofCall)) && <FailedCall error={problem.ofCall} />}
      <Form action={submit} ref={form}>
        <TextField
          label={t('signIn.mobile')}
          prefix="+91"
          name="mobile"
          inputMode="numeric"
          autoComplete="tel-national"
          defaultValue={keptMobile.number || undefined}
          onInput={cutToLength}
          focusOnOpen={hasKeyboard()}
          error={problem.ofMobile?.()}
        />
        {/* After a press before React loads, early.ts marks the button as busy. React must not warn of this. */}
        <Button type="submit" name="intent" value="continue" busy={pending} wide suppressHydrationWarning>
          {t('signIn.continue')}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="forgot"
          look="link"
          disabled={pending}
          suppressHydrationWarning
        >
          {t('signIn.forgot')}
        </Button>
      </Form>
    </SignInFrame>
  )
}

type Problem = { ofMobile?: Words; ofCall?: unknown }
const nothing: Problem = {}

function useFreshStart(): void {
  useEffect(() => {
    // If the page has the inline script (early.ts), the script has already looked up this computer's IP address.
    if (globalThis.early) noticeOffline(globalThis.early)
    else lookUpDevice()
    // A notice on the screen means that the session has already ended.
    if (useNotice.getState().say) return undefined
    const token = readAccessToken()
    const timer = setTimeout(() => {
      // The session stays if the agent has already left this screen, or if another tab has logged in.
      if (ownPaths.includes(currentPath()) && readAccessToken() === token) clearForLogIn()
    }, clearAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

function isOffline(error: unknown): boolean {
  return error instanceof CallFailed && error.kind === 'network'
}

async function answerTo(_before: Problem, fields: FormData): Promise<Problem> {
  const mobile = typedMobile(fieldText(fields, 'mobile'))
  const intent = intents[fields.get('intent') === 'forgot' ? 'forgot' : 'continue']
  setNotice(undefined)
  if (!isMobile(mobile)) return { ofMobile: () => t(intent.wrongMobile) }
  try {
    // check-user.ts loads only when the agent presses a button, so that the log-in screen shows sooner. For Continue,
    // the page's inline script has already sent the call (early.ts).
    const [userCalls] = await loadNow(() => Promise.all([import('./check-user.ts'), textsLoaded()]))
    await userCalls[intent.call](mobile)
    return nothing
  } catch (error) {
    // Deletes the stored answers of early.ts, which may contain the failure, so that the next press asks the server.
    if (globalThis.early) globalThis.early.answers = {}
    return { ofCall: error }
  }
}

const intents = {
  continue: { wrongMobile: 'signIn.mobileWrong', call: 'checkUser' },
  forgot: { wrongMobile: 'signIn.mobileWrongForReset', call: 'resetPassword' },
} as const

function noticeOffline({ answers }: Early): void {
  for (const answer of Object.values(answers)) answer.catch(() => setConnected(false))
}

function lookUpDevice(): void {
  import('../../api/device-info.ts').then(device => device.deviceInfo()).catch(() => {})
}

/** Cuts the text to a mobile number. `maxlength` would also count the spaces and prefix of '+91 98765 43210'. */
function cutToLength(event: InputEvent<HTMLInputElement>): void {
  const field = event.currentTarget
  const cut = typedMobile(field.value)
  if (cut !== field.value) field.value = cut
}
