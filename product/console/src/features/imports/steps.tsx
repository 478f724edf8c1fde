import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'

import { Sign } from '../../parts/sign.tsx'
import { t } from '../../texts/t.ts'
import styles from './imports.module.css'

const steps = ['file', 'columns', 'preview', 'second', 'import'] as const
export type Step = (typeof steps)[number]

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
            {isDone && <VisuallyHidden>, {t('import.stepDone')}</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}
