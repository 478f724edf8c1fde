import { useEffect, useId, useRef } from 'react'

import styles from './proposal-page.module.css'

/** The longest comment or reason that the contract allows, in characters. */
const longestComment = 1_000

/** An error appears below the field and moves the focus to the field. */
export function CommentField({
  label,
  hint,
  value,
  error,
  onText,
}: {
  label: string
  hint?: string
  value: string
  error?: string | undefined
  onText: (text: string) => void
}) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return (
    <div className={styles.comment}>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        maxLength={longestComment}
        placeholder={hint}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onText(target.value)}
      />
      {error && (
        <p id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
