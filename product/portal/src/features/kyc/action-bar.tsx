import type { ReactNode } from 'react'

import { MoreBelow } from '@ekyc/ui/more-below.tsx'
import styles from './action-bar.module.css'

export type ActionBarProps = {
  sentence: string
  /** A second sentence, in quiet print. */
  hint?: string | undefined
  /** Whether the sentence takes the focus, because no control is next. */
  isNext?: boolean
  children?: ReactNode
}

/** The sentence that says what to do, announced as it changes, and its buttons in a bar that never scrolls out of view. */
export function ActionBar({ sentence, hint, isNext = false, children }: ActionBarProps) {
  return (
    <>
      <output className={styles.sentence} tabIndex={-1} data-next={isNext ? '' : undefined}>
        {sentence}
      </output>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && (
        <div className={styles.bar}>
          <MoreBelow />
          {children}
        </div>
      )}
    </>
  )
}
