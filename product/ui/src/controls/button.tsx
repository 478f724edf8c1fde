import { type ComponentProps, useState } from 'react'

import { t } from '../texts/t.ts'
import styles from './button.module.css'

export type ButtonProps = ComponentProps<'button'> & {
  /** Each screen has one 'primary' button. */
  look?: 'primary' | 'quiet' | 'link'
  busy?: boolean
  /** True if the button fills its container at every width. By default it does so only on a phone. */
  wide?: boolean
}

export function Button({
  look = 'primary',
  busy = false,
  wide = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[look]} ${wide ? styles.wide : ''} ${rest.className ?? ''}`}
      // The button uses aria-disabled, because the attribute disabled would drop the focus.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={event => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner label={t('shared.working')} />}
      {children}
    </button>
  )
}

/** If the browser forbids the copy, the button shows the text and selects it, so that the agent can copy it by hand. */
export function CopyButton({
  text,
  label,
  names,
  look = 'quiet',
  ...rest
}: {
  text: string
  label: string
  /** The button's whole names before and after the copy, where a screen reader must tell several buttons apart. */
  names?: { copy: string; copied: string }
} & Pick<ButtonProps, 'look' | 'wide'>) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  return (
    <>
      <Button
        look={look}
        {...rest}
        aria-label={outcome === 'done' ? names?.copied : names?.copy}
        onClick={() => void copy()}
      >
        {outcome === 'done' ? t('copy.done') : label}
      </Button>
      <output className={outcome === 'failed' ? styles.failed : styles.done}>
        {outcome === 'failed' ? (
          t('copy.failed')
        ) : (
          <span className="unseen">{outcome && (names?.copied ?? t('copy.done'))}</span>
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

export function Spinner({ label }: { label: string }) {
  return (
    <>
      <svg className={styles.spinner} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      <span className="unseen">{label}</span>
    </>
  )
}
