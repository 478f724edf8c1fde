import { useId, useRef, type ReactNode } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import styles from './filter-chip.module.css'
import { Sign } from '../lists/sign.tsx'
import { VisuallyHidden } from '@ekyc/ui/states/visually-hidden.tsx'

/** Holds the filters of a list. On a phone they stand in one row that scrolls sideways. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={styles.chips}>{children}</div>
}

export function FilterChip({
  name,
  value,
  apply = t('chip.apply'),
  children,
  onApply,
  onRemove,
}: {
  name: string
  /** The filter's value in words; undefined if the filter lets every row through. */
  value: string | undefined
  /** The text on the form's submit button. */
  apply?: string
  children: ReactNode
  onApply: (fields: FormData) => void
  /** Takes the filter away. A filter without it can only be changed. */
  onRemove?: () => void
}) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLFormElement>(null)
  return (
    <span className={`${styles.chip} ${value === undefined ? '' : styles.on}`}>
      <button ref={opener} type="button" popoverTarget={id}>
        {value === undefined ? (
          name
        ) : (
          <>
            <b>{name}</b> {value}
          </>
        )}
      </button>
      {value !== undefined && onRemove && (
        <button type="button" className={styles.remove} onClick={onRemove}>
          <Sign name="cross" size={15} />
          <VisuallyHidden>{t('chip.remove', { name })}</VisuallyHidden>
        </button>
      )}
      <form
        id={id}
        ref={popover}
        popover="auto"
        className={styles.form}
        aria-label={name}
        onToggle={({ newState }) => {
          if (newState !== 'open') return
          place(popover.current, opener.current)
          popover.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
        }}
        onSubmit={event => {
          event.preventDefault()
          onApply(new FormData(event.currentTarget))
          popover.current?.hidePopover()
        }}
      >
        {children}
        <Button type="submit">{apply}</Button>
      </form>
    </span>
  )
}

function place(form: HTMLElement | null, chip: HTMLElement | null): void {
  if (!form || !chip) return
  const { left, bottom } = chip.getBoundingClientRect()
  form.style.left = `${Math.max(8, Math.min(left, innerWidth - form.offsetWidth - 8))}px`
  form.style.top = `${Math.max(8, Math.min(bottom + 6, innerHeight - form.offsetHeight - 8))}px`
}
