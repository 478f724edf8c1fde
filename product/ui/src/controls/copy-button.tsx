import { useState } from 'react'

import { t } from '../texts/t.ts'
import { Button, type ButtonProps } from './button.tsx'
import styles from './copy-button.module.css'
import { VisuallyHidden } from '../states/visually-hidden.tsx'

/** If the browser forbids the copy, the button shows the text and selects it, so that the agent can copy it by hand. */
export function CopyButton({
  text,
  label,
  look = 'quiet',
  ...rest
}: { text: string; label: string } & Pick<ButtonProps, 'look' | 'wide'>) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  return (
    <>
      <Button look={look} {...rest} onClick={() => void copy()}>
        {outcome === 'done' ? t('copy.done') : label}
      </Button>
      <output className={outcome === 'failed' ? styles.failed : styles.done}>
        {outcome === 'failed' ? (
          t('copy.failed')
        ) : (
          <VisuallyHidden>{outcome && t('copy.done')}</VisuallyHidden>
        )}
      </output>
      {outcome === 'failed' && (
        <textarea className={styles.text} ref={mark} readOnly rows={6} value={text} aria-label={label} />
      )}
    </>
  )

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
    } catch {
      // The clipboard is forbidden, or missing because the page came over plain http from another computer.
      setOutcome('failed')
    }
  }
}

function mark(text: HTMLTextAreaElement | null): void {
  text?.focus()
  text?.select()
}
