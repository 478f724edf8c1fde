import type { ReactNode } from 'react'
import { MoreBelow } from '@ekyc/ui/states/more-below.tsx'

import styles from './action-bar.module.css'

type ActionBarProps = {
  sentence: string
  hint?: string | undefined
  /** True if the sentence takes the focus, because the screen has no next control. */
  isNext?: boolean | undefined
  children?: ReactNode
}

export function ActionBar({ sentence, hint, isNext = false, children }: ActionBarProps) {
  return (
    <>
      <output className={styles.sentence} tabIndex={-1} data-next={isNext ? '' : undefined}>
        {sentence}
      </output>
      {hint && <p className={`quiet ${styles.hint}`}>{hint}</p>}
      {children && (
        <div className={`bar ${styles.bar}`}>
          <MoreBelow />
          {children}
        </div>
      )}
    </>
  )
}
