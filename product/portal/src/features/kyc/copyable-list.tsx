import { useState } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'
import type { ReceiptEntry } from './receipt-entries.ts'
import styles from './copyable-list.module.css'

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
