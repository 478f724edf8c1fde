import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

import { serverNow } from '@ekyc/ui/server-clock.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import styles from './receipt-head.module.css'

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

export function agentLine(agent: ReturnType<typeof useSession.getState>['profileInfo']): string {
  if (!agent) return ''
  const { addressLine1, addressLine2 } = agent.address
  return [agent.name, addressLine1, addressLine2].filter(Boolean).join(', ')
}
