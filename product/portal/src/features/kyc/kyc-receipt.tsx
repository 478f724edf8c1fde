import { type ReactNode, useState, useEffect } from 'react'
import { isEnglish, shownTime } from '@ekyc/ui/texts/shown.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Button, CopyButton } from '@ekyc/ui/controls/button.tsx'
import { flushSync } from 'react-dom'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { languageTag } from '@ekyc/ui/texts/language.ts'

import type { KycResult } from '../../session/session-state.ts'
import { exceptionAddress } from '../../session/navigation.ts'
import { t } from '../../texts/t.ts'
import { Link, BrandMark } from '../../ui/screen.tsx'
import { FailureAdvice } from '../../scanner/problem-view.tsx'
import frame from './kyc-page.module.css'
import styles from './kyc-receipt.module.css'
import { adviceOn, verdictId } from './result-actions.tsx'
import { useSession } from '../../session/session.ts'
import { branding } from '../../api/branding.ts'

export function KycReceipt({
  result,
  actions,
  children,
}: {
  result: KycResult
  actions?: ReactNode
  children?: ReactNode
}) {
  const entries = receiptEntries(result)
  return (
    <>
      <ReceiptHead />
      <Card className={`${frame.sheet} ${styles.receipt}`}>
        <div className={styles.says}>
          <Verdict result={result} />
          {actions}
        </div>
        <div className={`stack-12 ${styles.facts}`}>
          <CopyableList entries={entries} />
          <SendReceipt word={verdictWord(result)} entries={entries} />
          {children}
          {result.authority && !result.exception && (
            <Link to={exceptionAddress(result.orderId)} className={`not-printed ${styles.link}`}>
              {t('exception.link')}
            </Link>
          )}
        </div>
      </Card>
    </>
  )
}

function verdictWord({ status }: KycResult): string {
  return t(`orders.status.${status}`)
}

function Verdict({ result }: { result: KycResult }) {
  const { status, displayMsg } = result
  const word = verdictWord(result)
  const isSuccess = status === 'KYC_SUCCESS'
  return (
    <div
      id={verdictId(result)}
      className={`stack-8 ${styles.verdict} ${isSuccess ? styles.success : styles.failure}`}
      role={isSuccess ? 'status' : 'alert'}
    >
      <div className={styles.word}>
        <svg viewBox="0 0 96 96" width="32" height="32" aria-hidden="true">
          <circle cx="48" cy="48" r="44" fill="currentColor" />
          <path
            d={isSuccess ? 'M28 50l13.5 13.5L69 35' : 'M34 34l28 28M62 34L34 62'}
            fill="none"
            stroke="var(--paper)"
            strokeWidth="8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <h2>{word}</h2>
      </div>
      {isSuccess && <p>{t('kyc.result.successWords')}</p>}
      {isSuccess && isEnglish() && displayMsg !== word && <p>{displayMsg}</p>}
      {!isSuccess && <FailureAdvice advice={adviceOn(result)} />}
    </div>
  )
}

export function CopyableList({ entries }: { entries: readonly ReceiptEntry[] }) {
  return (
    <dl>
      {entries.map(({ name, value, isAbsent }) => (
        <div key={name} className={styles.entry}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {!isAbsent && (
            <dd className={`not-printed ${styles.copy}`}>
              <CopyButton
                look="link"
                text={value}
                label={t('kyc.result.copy')}
                names={{ copy: t('kyc.result.copyOf', { name }), copied: t('kyc.result.copiedOf', { name }) }}
              />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

export function ReceiptHead() {
  const agent = useSession(session => session.profileInfo)
  const [printedOn, setPrintedOn] = useState('')
  useEffect(() => {
    // The browser renders the page for print right after 'beforeprint', so the time must be on the page at once.
    const stamp = () => flushSync(() => setPrintedOn(serverNow().toISOString()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  return (
    <div className={styles.head}>
      <BrandMark />
      <p>{agentLine(agent)}</p>
      {printedOn && <p>{t('kyc.receipt.printed', { time: shownTime(printedOn) })}</p>}
    </div>
  )
}

function agentLine(agent: ReturnType<typeof useSession.getState>['profileInfo']): string {
  if (!agent) return ''
  const { addressLine1, addressLine2 } = agent.address
  return [agent.name, addressLine1, addressLine2].filter(Boolean).join(', ')
}

type ReceiptEntry = {
  name: string
  value: string
  isAbsent?: true
}

export function orderEntries(order: { dbsRefCode: string; orderId: string }): ReceiptEntry[] {
  return [
    { name: t('kyc.result.reference'), value: order.dbsRefCode },
    { name: t('orders.order.id'), value: order.orderId },
  ]
}

function receiptEntries({ consent, device, ...result }: KycResult): ReceiptEntry[] {
  return [
    ...orderEntries(result),
    { name: t('orders.order.transaction'), value: result.txnId },
    { name: t('kyc.result.started'), value: shownTime(result.createdOn) },
    {
      name: t('kyc.result.consent'),
      value: consent
        ? t('kyc.result.consentGiven', {
            version: consent.version,
            language: languageName(consent.language),
            time: shownTime(consent.givenOn),
          })
        : t('kyc.result.noConsent'),
      ...(!consent && { isAbsent: true }),
    },
    ...(result.status === 'KYC_SUCCESS' && result.completedOn !== ''
      ? [{ name: t('kyc.result.verified'), value: shownTime(result.completedOn) }]
      : []),
    ...(device
      ? [{ name: t('kyc.result.device'), value: `${device.mi} (${device.dpId}, ${device.rdsVer})` }]
      : []),
  ]
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(languageTag(), { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

function SendReceipt({ word, entries }: { word: string; entries: readonly ReceiptEntry[] }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className={`not-printed ${styles.send}`}>
      <Button look="quiet" onClick={() => window.print()}>
        {t('kyc.result.print')}
      </Button>
      {'share' in navigator && (
        <Button look="quiet" onClick={() => void share()}>
          {t('kyc.receipt.share')}
        </Button>
      )}
      <output className={styles.said}>{hasFailed && t('kyc.receipt.notShared')}</output>
    </div>
  )

  async function share(): Promise<void> {
    const { bankName } = branding()
    const lines = [
      `${t('kyc.result.title')}: ${word}`,
      ...entries.map(({ name, value }) => `${name}: ${value}`),
      agentLine(useSession.getState().profileInfo),
    ]
    try {
      await navigator.share({
        title: `${bankName}, ${t('kyc.result.title')}`,
        text: `${bankName}\n${lines.join('\n')}`,
      })
      setFailed(false)
    } catch (error) {
      // AbortError means that the agent closed the browser's share dialog.
      const isClosed = error instanceof DOMException && error.name === 'AbortError'
      setFailed(!isClosed)
    }
  }
}
