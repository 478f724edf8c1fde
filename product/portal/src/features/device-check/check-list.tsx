import { t } from '../../texts/t.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { checkNames, type CheckName, type Finding } from './check-names.ts'
import styles from './check-list.module.css'
import type { DeviceCheck } from './device-check.ts'
import { MarkSign, type Sign } from './mark-sign.tsx'
import { portLines } from './port-findings.ts'

/** Every check with its sign, its word and its finding. */
export function CheckList({ state }: { state: DeviceCheck }) {
  return (
    <ol>
      {checkNames.map(name => {
        const finding = state.at === 'start' ? undefined : state.findings[name]
        const sign = finding?.mark ?? signOf(name, state)
        return (
          <li key={name} className={`${styles.check} ${styles[sign]}`} data-check={name}>
            <MarkSign sign={sign} />
            <p className={styles.head}>
              <span className={styles.name}>{t(`check.name.${name}`)}</span>
              <span className={styles.word}>{t(`check.word.${sign}`)}</span>
            </p>
            {finding && <Words finding={finding} />}
            {name === 'ports' && state.at !== 'start' && state.ports.length > 0 && (
              <div className={styles.more}>
                <Disclosure title={t('check.ports.each')}>
                  <ul className={styles.ports}>
                    {portLines(state.ports).map(line => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </Disclosure>
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** A bad finding's next step is shown in the CheckCard alone. */
function Words({ finding: { mark, says, next } }: { finding: Finding }) {
  return (
    <div className={styles.words}>
      <p>{says()}</p>
      {mark !== 'bad' && next !== undefined && <p className={styles.next}>{next()}</p>}
    </div>
  )
}

function signOf(name: CheckName, state: DeviceCheck): Sign {
  if (state.at === 'ended') return name === 'scan' && state.because === 'unscanned' ? 'skipped' : 'notReached'
  const present = state.at === 'scanning' ? 'scan' : state.at === 'checking' && state.now
  return name === present ? 'running' : 'waiting'
}
