import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { CopyButton, Button } from '@ekyc/ui/controls/button.tsx'
import { Disclosure } from '@ekyc/ui/controls/disclosure.tsx'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { shownTime } from '@ekyc/ui/texts/shown.ts'
import { createRdClient } from '@ekyc/rd-client'
import { captureTimeoutMs } from '@ekyc/contract/limits'

import { t } from '../texts/t.ts'
import { type AdviceName, isMissing, type ScannerProblem } from './scanner-problem.ts'
import type { Scanner } from './scanner-state.ts'
import styles from './scanner-view.module.css'
import { useBranding, branding } from '../api/branding.ts'
import { thisBrowser } from './this-browser.ts'
import type { Attempt } from './scan.ts'
import { SupportContact } from '../ui/screen.tsx'

type ProblemViewProps = Omit<Extract<Scanner, { at: 'problem' }>, 'at' | 'read'> & {
  onTryAgain: () => void
  withCustomer?: boolean
  children?: ReactNode
}

export function ProblemView({ problem, attempt, onTryAgain, withCustomer, children }: ProblemViewProps) {
  const advice = adviceOn(problem)
  const steps = problem.advice === 'permissionDenied' && <PermissionSteps />
  const reasons = isMissing(problem) && <MissingService onFound={onTryAgain} />
  // If a program answered unreadably, the advice on this program stands above the advice to install a service.
  const isUnreadable = problem.advice === 'answeredUnreadably'
  const note = t('scanner.it.text', { site: window.location.origin })
  return (
    <>
      <div className="stack-8" role="alert">
        <p className={styles.problemTitle}>{problem.title}</p>
        {!isUnreadable && reasons}
        <FailureAdvice advice={withCustomer ? advice : { ...advice, tell: '' }} steps={steps} />
        {isUnreadable && reasons}
      </div>
      {forIt.includes(problem.advice) && (
        <Disclosure title={t('scanner.it.title')}>
          <div className={`stack-8 ${styles.note}`}>
            {/* The text wraps instead of scrolling, so the element needs no tab stop. */}
            <pre>{note}</pre>
            <CopyButton text={note} label={t('scanner.it.copy')} />
          </div>
        </Disclosure>
      )}
      <div className={`row-8 ${styles.ways}`}>
        {children}
        <CopyButton look="link" label={t('scanner.details.copy')} text={problemDetails(problem, attempt)} />
      </div>
    </>
  )
}

const forIt: readonly AdviceName[] = ['permissionDenied', 'permissionBlocked']

/** A page cannot tell a closed port from a certificate that the browser does not trust, so the agent chooses. */
export function MissingService({ onFound }: { onFound: () => void }) {
  return (
    <div className={styles.reasons}>
      <InstallLinks />
      <CertificateCoach onFound={onFound} />
    </div>
  )
}

function InstallLinks() {
  const links = useBranding(({ deviceServiceLinks }) => deviceServiceLinks)
  if (links.length === 0) return null
  return (
    <div>
      <h2>{t('scanner.missing.title')}</h2>
      <p>{t('scanner.installBelow')}</p>
      <ul>
        {links.map(({ name, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PermissionSteps() {
  const steps = describedBrowser()
  return (
    <div className={`stack-8 ${styles.steps}`}>
      <ol className="stack-4">
        {(['1', '2', '3'] as const).map(number => (
          <li key={number}>{t(`scanner.allow.${steps}.${number}`)}</li>
        ))}
      </ol>
      <p className="quiet">{t('scanner.allow.greyed')}</p>
    </div>
  )
}

/** The text names no customer and no agent, and has no serial number. */
function problemDetails(
  problem: ScannerProblem,
  { device, from = serverNow(), to = from }: Partial<Attempt> = {},
): string {
  const { title, deviceCode, support } = problem
  const { service, info } = device ?? {}
  const lines = [
    masked(title),
    adviceOn(problem).happened,
    deviceCode && t('kyc.advice.code', { code: masked(deviceCode) }),
    support && t('kyc.advice.support', { text: masked(support()) }),
    device &&
      t('scanner.details.scanner', { name: info ? `${info.dpId} ${info.mi}` : masked(device.service.info) }),
    info && t('scanner.details.driver', { name: `${info.rdsId} ${info.rdsVer}` }),
    service && t('scanner.details.port', { name: `${service.scheme}://${service.host}:${service.port}` }),
    t('scanner.details.browser', { name: thisBrowser().name }),
    t('scanner.details.time', { name: `${timeOf(from)} – ${timeOf(to)}` }),
  ]
  // A device's text is untrusted: a line break in it could forge a line.
  const whole = (line: string) => line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 400)
  return lines.flatMap(line => (line ? [whole(line)] : [])).join('\n')
}

function timeOf(moment: Date): string {
  return shownTime(moment.toISOString())
}

/** Masks each word of a device's own sentence that may be a serial number, an id or a key. */
function masked(sentence: string): string {
  return sentence.replace(/\S*(?:\p{N}[^\p{N}\s]*){4}\S*|\S{25,}/gu, '…')
}

/** Opens the addresses of such services in turn. When the agent returns, the page asks the opened port again. */
function CertificateCoach({ onFound }: { onFound: () => void }) {
  const warning = describedBrowser()
  const [opened, setOpened] = useState<number>()
  const [emptyPort, setEmptyPort] = useState<number>()
  const next = opened === undefined || opened === lastPort ? firstPort : opened + 1
  const found = useEffectEvent(onFound)

  useEffect(() => {
    if (opened === undefined) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const lookAgain = async () => {
      if (document.visibilityState === 'hidden') return
      if (await answersAt(opened, signal)) found()
      else if (!signal.aborted) setEmptyPort(opened)
    }
    window.addEventListener('focus', () => void lookAgain(), { signal })
    document.addEventListener('visibilitychange', () => void lookAgain(), { signal })
    return () => leaving.abort()
  }, [opened])

  return (
    <div className={`stack-8 ${styles.coach}`}>
      <h2>{t('scanner.certificate.new')}</h2>
      <output>{emptyPort !== undefined && t('scanner.certificate.empty', { port: emptyPort })}</output>
      <Button
        look="quiet"
        onClick={() => {
          setOpened(next)
          window.open(addressAt(next), '_blank', 'noreferrer')
        }}
      >
        {t('scanner.certificate.open', { address: addressAt(next) })}
      </Button>
      <p>{t(`scanner.certificate.${warning}`)}</p>
      <p>{t('scanner.certificate.return')}</p>
    </div>
  )
}

/** The first and last port on which a device service may listen. A service takes the first free port of this range. */
const firstPort = 11_100
const lastPort = 11_120

function describedBrowser() {
  return (['chrome', 'edge', 'firefox'] as const).find(kind => kind === thisBrowser().kind) ?? 'other'
}

function addressAt(port: number): string {
  return `https://127.0.0.1:${port}/`
}

async function answersAt(port: number, signal: AbortSignal): Promise<boolean> {
  const range = { scheme: 'https', host: '127.0.0.1', from: port, to: port } as const
  const discovery = createRdClient().discover({ ranges: [range], signal })
  return discovery.then(
    ({ services }) => services.length > 0,
    () => false,
  )
}

export function FailureAdvice({ advice, steps }: { advice: Advice; steps?: ReactNode }) {
  return (
    <div className={`stack-8 ${styles.advice}`}>
      <dl className="stack-8">
        <div>
          <dt>{t('kyc.advice.happened')}</dt>
          <dd>{advice.happened}</dd>
          {advice.because && <dd className={styles.because}>{advice.because}</dd>}
        </div>
        <div className={styles.now}>
          <dt>{t('kyc.advice.now')}</dt>
          <dd>{advice.now}</dd>
          {steps && <dd>{steps}</dd>}
        </div>
        {advice.tell !== '' && (
          <div className={styles.tell}>
            <dt>{t('kyc.advice.tell')}</dt>
            <dd className={styles.spoken}>{advice.tell}</dd>
          </div>
        )}
      </dl>
      {advice.support.map(line => (
        <p key={line} className={styles.support}>
          {line}
        </p>
      ))}
      <SupportContact />
    </div>
  )
}

export type Advice = {
  happened: string
  because?: string
  tell: string
  now: string
  support: string[]
}

export function adviceOn({ advice, score, deviceCode, support }: ScannerProblem): Advice {
  const { deviceServiceVersion: version } = branding()
  return {
    ...adviceFor(advice, { version, ...(score !== undefined && { score }) }),
    support: [
      ...(deviceCode ? [t('kyc.advice.code', { code: deviceCode })] : []),
      ...(support ? [t('kyc.advice.support', { text: support() })] : []),
    ],
  }
}

export function adviceFor(name: AdviceName, values: { version: string; score?: number }) {
  return {
    happened: t(`scanner.advice.${name}.happened`, { ...values, seconds: captureTimeoutMs / 1000 }),
    tell: t(`scanner.advice.${name}.tell`),
    now: t(`scanner.advice.${name}.now`, values),
  }
}
