import { type ReactNode, useState, useEffect } from 'react'
import { isEnglish, shownTime } from '@ekyc/ui/texts/shown.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { VisuallyHidden } from '@ekyc/ui/states/visually-hidden.tsx'
import { flushSync } from 'react-dom'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'

import type { KycResult } from '../../session/session-state.ts'
import { exceptionAddress } from '../../session/navigation.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../ui/screen.tsx'
import { FailureAdvice } from '../../scanner/failure-advice.tsx'
import frame from './kyc-page.module.css'
import styles from './kyc-receipt.module.css'
import { adviceOn, verdictId } from './result-actions.tsx'
import { useSession } from '../../session/session.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { languageTag } from '../../texts/language.ts'
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
            <Link to={exceptionAddress(result.orderId)} className={styles.link}>
              {t('exception.link')}
            </Link>
          )}
        </div>
      </Card>
    </>
  )
}

function verdictWord({ status }: KycResult): string {
  return t(`kyc.result.${status}`)
}

function Verdict({ result }: { result: KycResult }) {
  const { status, displayMsg } = result
  const word = verdictWord(result)
  const isSuccess = status === 'KYC_SUCCESS'
  const advice = adviceOn(result)
  return (
    <div
      id={verdictId(result)}
      className={`stack-8 ${styles.verdict} ${isSuccess ? styles.success : styles.failure}`}
      role={isSuccess ? 'status' : 'alert'}
    >
      <div className={styles.word}>
        <ResultMark isSuccess={isSuccess} />
        <h2>{word}</h2>
      </div>
      {isSuccess && <p>{t('kyc.result.successWords')}</p>}
      {isSuccess && isEnglish() && displayMsg !== word && <p>{displayMsg}</p>}
      {!isSuccess && <FailureAdvice advice={advice} support={advice.support} />}
    </div>
  )
}

function ResultMark({ isSuccess }: { isSuccess: boolean }) {
  return (
    <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
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
  )
}

export function CopyableList({ entries }: { entries: readonly ReceiptEntry[] }) {
  const [last, setLast] = useState<{ id: ReceiptEntry['id']; isCopied: boolean }>()
  return (
    <>
      <dl className={styles.list}>
        {entries.map(({ id, name, value, isAbsent }) => {
          const tried = last?.id === id ? last : undefined
          return (
            <div key={id} className={styles.entry}>
              <dt>{name}</dt>
              <dd className={styles.value}>{value}</dd>
              {!isAbsent && (
                <dd className={styles.copy}>
                  <Button
                    look="link"
                    aria-label={t(`kyc.result.${tried?.isCopied ? 'copied' : 'copy'}.${id}`)}
                    onClick={({ currentTarget }) => void copy(id, value, currentTarget)}
                  >
                    {t(tried?.isCopied ? 'kyc.result.copiedShort' : 'kyc.result.copyShort')}
                  </Button>
                </dd>
              )}
              {tried?.isCopied === false && <dd className={styles.failed}>{t('copy.failed')}</dd>}
            </div>
          )
        })}
      </dl>
      <VisuallyHidden>
        <output>{last && (last.isCopied ? t(`kyc.result.copied.${last.id}`) : t('copy.failed'))}</output>
      </VisuallyHidden>
    </>
  )

  async function copy(id: ReceiptEntry['id'], value: string, button: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setLast({ id, isCopied: true })
    } catch {
      // The browser forbids the clipboard, or has none because the page came over plain http from another computer.
      const definition = button.closest('div')?.querySelector('dd')
      if (definition) getSelection()?.selectAllChildren(definition)
      setLast({ id, isCopied: false })
    }
  }
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
  id: 'reference' | 'order' | 'transaction' | 'started' | 'verified' | 'consent' | 'device'
  name: string
  value: string
  /** True if `value` is a sentence that says that there is no value. */
  isAbsent?: true
}

export function orderEntries(order: { dbsRefCode: string; orderId: string }): ReceiptEntry[] {
  return [
    { id: 'reference', name: t('kyc.result.reference'), value: order.dbsRefCode },
    { id: 'order', name: t('kyc.result.order'), value: order.orderId },
  ]
}

function receiptEntries({ consent, device, ...result }: KycResult): ReceiptEntry[] {
  return [
    ...orderEntries(result),
    { id: 'transaction', name: t('kyc.result.transaction'), value: result.txnId },
    { id: 'started', name: t('kyc.result.started'), value: shownTime(result.createdOn) },
    {
      id: 'consent',
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
      ? [
          {
            id: 'verified' as const,
            name: t('kyc.result.verified'),
            value: shownTime(result.completedOn),
          },
        ]
      : []),
    ...(device
      ? [
          {
            id: 'device' as const,
            name: t('kyc.result.device'),
            value: `${device.mi} (${device.dpId}, ${device.rdsVer})`,
          },
        ]
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
    <div className={styles.send}>
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
