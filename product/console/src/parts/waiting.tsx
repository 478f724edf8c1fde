import { useEffect, useState } from 'react'

import { t } from '../texts/t.ts'
import styles from './waiting.module.css'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'

const quietMs = 200

/** Keeps space for content that loads. The placeholder appears late, so that a quick answer causes no flicker. */
export function Waiting({ lines = 6, height = 40 }: { lines?: number; height?: number }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={styles.waiting} style={{ minHeight: lines * height }}>
      {isSlow && (
        <>
          <VisuallyHidden>{t('frame.loading')}</VisuallyHidden>
          {Array.from({ length: lines }, (_, line) => (
            <span key={line} className={styles.line} style={{ height: height - 12 }} aria-hidden="true" />
          ))}
        </>
      )}
    </output>
  )
}
