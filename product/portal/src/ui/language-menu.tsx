import { lazy, Suspense, useEffect, useState } from 'react'

import { loadChunk } from '../api/load-chunk.ts'
import { t } from '../texts/t.ts'
import styles from './language-menu.module.css'
import { whenIdle } from '@ekyc/ui/when-idle.ts'

const LanguageChoice = lazy(async () => ({
  default: (await loadChunk(() => import('./language-choice.tsx'))).LanguageChoice,
}))

/** The list of languages loads when the browser is idle, so that the log-in's first load stays small. */
export function LanguageMenu() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <div className={styles.language}>
      <Suspense fallback={<Closed />}>{isIdle ? <LanguageChoice /> : <Closed />}</Suspense>
    </div>
  )
}

function Closed() {
  return <span className={styles.select}>{t('language.choose')}</span>
}
