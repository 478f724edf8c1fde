import { useId, useReducer, useState } from 'react'
import { useFocusOnChange } from '@ekyc/ui/states/use-focus-on-change.ts'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Drawing, Icon } from '@ekyc/ui/controls/icon.tsx'

import { setSession, useSession, useMemory } from '../../session/session.ts'
import type { PreparedOrder } from '../../session/session-state.ts'
import { t } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
// The import of the frame's styles comes first, so that a screen's own styles override them.
import frame from './kyc-page.module.css'
import styles from './do-kyc.module.css'
import stepStyles from './steps.module.css'
import { FingerprintStep } from './fingerprint-step.tsx'
import { ReferenceStep } from './reference-step.tsx'
import { type Kyc, type KycScanner, type KycStep, nextKycScanner, noOrder } from './do-kyc.ts'

/** With a capture, the fingerprint's screen stays for the submit, so that the agent can still scan again. */
const steps: readonly KycStep[] = [
  { title: 'kyc.step.reference', Screen: ReferenceStep, isDone: ({ order }) => order.orderId !== '' },
  {
    title: 'kyc.step.fingerprint',
    Screen: FingerprintStep,
    isDone: ({ scanner }) => scanner.at === 'captured' || scanner.at === 'sent',
  },
  { title: 'kyc.step.submit', Screen: FingerprintStep, isDone: () => false },
]

export function DoKycPage() {
  // The page keeps its own order, because after the submit the session has none while the result's screen still loads.
  const [order, setOrder] = useState(() => useSession.getState().prepareOrderResponse ?? noOrder)
  const [scanner, dispatch] = useReducer(nextKycScanner, order, ({ orderId }): KycScanner =>
    orderId === useMemory.getState().leftCaptureOf ? { at: 'idle', because: 'left' } : { at: 'idle' },
  )
  const kyc: Kyc = { order, keepOrder, scanner, dispatch }
  const present = steps.findIndex(({ isDone }) => !isDone(kyc))
  const Screen = steps[present]?.Screen
  const page = useFocusOnChange(`${present} ${landmarkOf(scanner)}`, { fromTop: true })
  const hasOrder = order.orderId !== ''
  // At the step 'reference', the reference field has the focus instead of the title.
  const [isTitleNext] = useState(hasOrder)
  return (
    <div ref={page} className={`${frame.page} ${styles.page}`}>
      <div className={`row-8 ${frame.head}`}>
        <BackLink isShort />
        <ScreenTitle focus={isTitleNext}>{t('kyc.title')}</ScreenTitle>
        {hasOrder && (
          <CheckedReference
            reference={order.dbsRefCode}
            onChange={scanner.at === 'sent' ? undefined : startOver}
          />
        )}
      </div>
      <StepsBar present={present} />
      {Screen && <Screen {...kyc} />}
    </div>
  )

  function keepOrder(kept: PreparedOrder): void {
    setSession({ prepareOrderResponse: kept })
    setOrder(kept)
  }

  function startOver(): void {
    setSession({ prepareOrderResponse: null, refNo: '', retryKycLock: '', checkingDriverStatus: '' })
    setOrder(noOrder)
    dispatch({ type: 'startedOver' })
  }
}

/** Returns a key for what the page shows of the scanner. When the key changes, the focus moves to the next control. */
function landmarkOf(scanner: KycScanner): string {
  if (scanner.at !== 'problem') return scanner.at === 'coach' ? 'idle' : scanner.at
  // A change of the browser's permission may replace such a problem, and the focus then stays.
  if (scanner.problem.seenAhead) return 'idle'
  return scanner.read ? 'problem read' : 'problem'
}

function CheckedReference({
  reference,
  onChange,
}: {
  reference: string
  onChange: (() => void) | undefined
}) {
  const id = useId()
  return (
    <div className={styles.row}>
      <span className="unseen">
        <label htmlFor={id}>{t('kyc.reference.label')}</label>
      </span>
      <Icon name="tick" />
      <input id={id} value={reference} size={reference.length} readOnly />
      <span className="unseen">{t('kyc.reference.accepted')}</span>
      {onChange && (
        <Button look="link" onClick={onChange}>
          <Icon name="edit" />
          <span className="unseen-on-phone">{t('kyc.reference.startOver')}</span>
        </Button>
      )}
    </div>
  )
}

function StepsBar({ present }: { present: number }) {
  return (
    <ol className={stepStyles.steps} aria-label={t('kyc.steps')}>
      {steps.map(({ title }, index) => (
        <li
          key={title}
          className={index < present ? stepStyles.done : index === present ? stepStyles.present : ''}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={stepStyles.mark} aria-hidden="true">
            {index < present ? (
              <Drawing d="M3 8.5l3.4 3.4L13 4.8" viewBox="0 0 16 16" size={16} strokeWidth="2.5" />
            ) : (
              index + 1
            )}
          </span>
          <span>{t(title)}</span>
          {index < present && <span className="unseen">{t('kyc.step.done')}</span>}
        </li>
      ))}
    </ol>
  )
}
