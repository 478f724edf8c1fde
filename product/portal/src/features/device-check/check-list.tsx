import { t } from '../../texts/t.ts'
import { Disclosure } from '@ekyc/ui/disclosure.tsx'
import { checkNames, type CheckName, type Finding } from './finding.ts'
import styles from './check-list.module.css'
import { isEnd } from './device-check.ts'
import { MarkSign, type Sign } from './mark-sign.tsx'
import { portLines } from './port-findings.ts'
import type { DeviceCheckFlow } from './use-device-check.ts'

export function CheckList({ flow }: { flow: DeviceCheckFlow }) {
  const ports = flow.facts.discovery?.ports ?? []
  return (
    <ol>
      {checkNames.map(name => {
        const finding = flow.findings[name]
        const sign = finding?.mark ?? signOf(name, flow)
        return (
          <li key={name} className={`${styles.check} ${styles[sign]}`} data-check={name}>
            <MarkSign sign={sign} />
            <p className={styles.head}>
              <span className={styles.name}>{t(`check.name.${name}`)}</span>
              <span className={styles.word}>{t(`check.word.${sign}`)}</span>
            </p>
            {finding && <Words finding={finding} />}
            {name === 'ports' && ports.length > 0 && (
              <div className={styles.more}>
                <Disclosure title={t('check.ports.each')}>
                  <ul className={styles.ports}>
                    {portLines(ports).map(line => (
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

/** CheckCard shows the next step of a bad finding, so this component omits it. */
function Words({ finding: { mark, says, next } }: { finding: Finding }) {
  return (
    <div className={styles.words}>
      <p>{says}</p>
      {mark !== 'bad' && next !== undefined && <p className={styles.next}>{next}</p>}
    </div>
  )
}

function signOf(name: CheckName, { at, now }: DeviceCheckFlow): Sign {
  if (at === 'unscanned' && name === 'scan') return 'skipped'
  if (isEnd(at)) return 'notReached'
  return name === now && (at === 'checking' || at === 'scanning') ? 'running' : 'waiting'
}
