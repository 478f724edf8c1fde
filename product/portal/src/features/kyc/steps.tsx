import { t } from '../../texts/t.ts'
import type { DoKyc } from './do-kyc.ts'
import { Drawing } from '@ekyc/ui/controls/icon.tsx'
import { VisuallyHidden } from '@ekyc/ui/states/visually-hidden.tsx'
import styles from './steps.module.css'

export function Steps({ state }: { state: DoKyc }) {
  const present = presentStep(state)
  return (
    <ol className={styles.steps} aria-label={t('kyc.steps')}>
      {steps.map((name, index) => (
        <li
          key={name}
          className={index < present ? styles.done : index === present ? styles.present : ''}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < present ? (
              <Drawing d="M3 8.5l3.4 3.4L13 4.8" viewBox="0 0 16 16" size={16} strokeWidth="2.5" />
            ) : (
              index + 1
            )}
          </span>
          <span className={styles.name}>{t(`kyc.step.${name}`)}</span>
          {index < present && <VisuallyHidden>{t('kyc.step.done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}

const steps = ['reference', 'fingerprint', 'submit'] as const

function presentStep(state: DoKyc): number {
  if (state.step === 'submitting') return 2
  if (state.step !== 'fingerprint') return 0
  return state.scanner.at === 'captured' ? 2 : 1
}
