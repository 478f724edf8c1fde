import { useState } from 'react'

import { t } from '../../texts/en/kyc.ts'
import { Button } from '../../ui/button.tsx'
import { Unseen } from '../../ui/unseen.tsx'
import styles from './copyable-list.module.css'

/** Names with values, each with a button that copies the value and says so. */
export function CopyableList({ entries }: { entries: { name: string; value: string }[] }) {
  const [copied, setCopied] = useState('')
  return (
    <>
      <dl className={styles.list}>
        {entries.map(({ name, value }) => (
          <div key={name} className={styles.entry}>
            <dt>{name}</dt>
            <dd className={styles.value}>{value}</dd>
            {canCopy() && (
              <dd className={styles.copy}>
                <Button
                  look="link"
                  aria-label={t(copied === name ? 'kyc.result.copied' : 'kyc.result.copy', { what: name })}
                  onClick={() => void copy(name, value)}
                >
                  {t(copied === name ? 'kyc.result.copiedShort' : 'kyc.result.copyShort')}
                </Button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <output>
        <Unseen>{copied && t('kyc.result.copied', { what: copied })}</Unseen>
      </output>
    </>
  )

  async function copy(name: string, value: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(name)
    } catch {
      // Forbidden by the browser: the value can still be marked by hand.
      setCopied('')
    }
  }
}

/** Missing on a page that came over plain http from another computer. */
function canCopy(): boolean {
  return 'clipboard' in navigator
}
