import { useState } from 'react'

import { t as copying } from '../../texts/en/copy.ts'
import { t } from '../../texts/en/kyc.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './copyable-list.module.css'

/** Names and values, each with a Copy button. Where copying is forbidden, the button selects the value instead. */
export function CopyableList({ entries }: { entries: { name: string; value: string }[] }) {
  const [last, setLast] = useState<{ name: string; isCopied: boolean }>()
  return (
    <>
      <dl className={styles.list}>
        {entries.map(({ name, value }) => {
          const tried = last?.name === name ? last : undefined
          return (
            <div key={name} className={styles.entry}>
              <dt>{name}</dt>
              <dd className={styles.value}>{value}</dd>
              <dd className={styles.copy}>
                <Button
                  look="link"
                  aria-label={t(tried?.isCopied ? 'kyc.result.copied' : 'kyc.result.copy', { what: name })}
                  onClick={({ currentTarget }) => void copy({ name, value }, currentTarget)}
                >
                  {t(tried?.isCopied ? 'kyc.result.copiedShort' : 'kyc.result.copyShort')}
                </Button>
              </dd>
              {tried?.isCopied === false && <dd className={styles.failed}>{copying('copy.failed')}</dd>}
            </div>
          )
        })}
      </dl>
      <output>
        <VisuallyHidden>
          {last && (last.isCopied ? t('kyc.result.copied', { what: last.name }) : copying('copy.failed'))}
        </VisuallyHidden>
      </output>
    </>
  )

  async function copy({ name, value }: { name: string; value: string }, button: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setLast({ name, isCopied: true })
    } catch {
      // The clipboard is forbidden, or missing on a page that came over plain http from another computer.
      const shown = button.closest('div')?.querySelector('dd')
      if (shown) getSelection()?.selectAllChildren(shown)
      setLast({ name, isCopied: false })
    }
  }
}
