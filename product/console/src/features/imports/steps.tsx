import { Sign } from '../../parts/lists/marks.tsx'
import { t } from '../../texts/t.ts'
import { shownNumber } from '../../texts/shown.ts'
import styles from './imports.module.css'
import type { Sheet } from '../../sheet/sheet.ts'

const steps = ['file', 'columns', 'preview', 'second', 'import'] as const
type Step = (typeof steps)[number]

export function Steps({ current, isOver = false }: { current: Step; isOver?: boolean }) {
  const at = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('import.steps')}>
      {steps.map((step, index) => {
        const isDone = index < at || isOver
        return (
          <li key={step} aria-current={index === at && !isOver ? 'step' : undefined}>
            <span className={isDone ? styles.done : styles.number}>
              {isDone ? <Sign name="tick" size={13} /> : index + 1}
            </span>
            {t(`import.step.${step}`)}
            {isDone && <span className="unseen">, {t('import.stepDone')}</span>}
          </li>
        )
      })}
    </ol>
  )
}

export function Progress({
  text,
  done,
  of,
}: {
  text: 'import.sent' | 'import.planned' | 'import.done'
  done: number
  of: number
}) {
  return (
    <label className={styles.progress}>
      <progress value={done} max={of} />
      {t(text, { done: shownNumber(done), of: shownNumber(of) })}
    </label>
  )
}

/** The file of the last import in this tab, in memory only. The import's page takes the wrong lines from this file. */
let kept: { id: string; sheet: Sheet } | undefined

export function keepSheet(id: string, sheet: Sheet): void {
  kept = { id, sheet }
}

export function sheetOf(id: string): Sheet | undefined {
  return kept?.id === id ? kept.sheet : undefined
}
