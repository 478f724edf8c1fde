import { useState } from 'react'

import { branding } from '../../api/branding.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import type { ReceiptEntry } from './receipt-entries.ts'
import { agentLine } from './receipt-head.tsx'
import styles from './send-receipt.module.css'

export function SendReceipt({ word, entries }: { word: string; entries: readonly ReceiptEntry[] }) {
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
