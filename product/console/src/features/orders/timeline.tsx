import { shownClock, shownDay, shownMoment } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { Link } from '../../parts/link.tsx'
import { Sign } from '../../parts/sign.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import type { Order } from './order-page.tsx'
import styles from './order-page.module.css'

type Step = Order['timeline'][number]

/** The steps whose times come from the agent's computer, whose clock is known to a second only. */
const clientSteps: readonly Step['step'][] = ['consented', 'captured']

export function Timeline({ steps }: { steps: readonly Step[] }) {
  const [first] = steps
  return (
    <>
      {first && <p className={styles.day}>{shownDay(first.at)}</p>}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={`${step.step} ${index}`} className={step.isGood ? styles.good : styles.bad}>
            <time dateTime={step.at}>
              {shownClock(step.at)}
              {!clientSteps.includes(step.step) && <small>.{step.at.slice(20, 23)}</small>}
            </time>
            <span className={styles.mark}>
              <Sign name={step.isGood ? 'tick' : 'warning'} size={14} />
            </span>
            <div>
              <b>{t(`step.${step.step}`)}</b>
              <small>
                {aboutStep(step)}
                {step.auditPosition !== undefined && (
                  <>
                    {aboutStep(step) && ' · '}
                    <AuditRow position={step.auditPosition} />
                  </>
                )}
              </small>
            </div>
            {step.tookMs !== undefined && (
              <span className={styles.took}>
                {t('step.took', { seconds: (step.tookMs / 1000).toFixed(2) })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function AuditRow({ position }: { position: number }) {
  const words = t('step.audit', { position })
  const mayRead = meansOf(useStaff()?.roles ?? [], 'audit.show') !== undefined
  return mayRead ? <Link to={`/audit/rows/${position}`}>{words}</Link> : words
}

function aboutStep(step: Step): string {
  const { version, language, model, driver, server, code, tries, failure, nextTryOn } = step
  return [
    version !== undefined && t('step.version', { version, language: language ?? '' }),
    model !== undefined && [model, driver].filter(Boolean).join(', '),
    server !== undefined && t('step.server', { server }),
    code && t('step.code', { code }),
    tries !== undefined && t('step.tries', { count: tries }),
    failure,
    nextTryOn !== undefined && t('step.nextTry', { time: shownMoment(nextTryOn) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
