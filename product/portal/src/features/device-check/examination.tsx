import type { ServiceAddress } from '@ekyc/rd-client'
import { useState } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { saveFile } from '@ekyc/ui/save-file.ts'
import styles from './examination.module.css'
import type { HeardAnswers } from './heard-answers.ts'
import { pageReport, unsigned } from './page-report.ts'

export type ExaminationProps = { heard: HeardAnswers; service: ServiceAddress }

/** The table is in English, because the service's maker reads it. */
export function Examination({ heard, service }: ExaminationProps) {
  const [report] = useState(() => pageReport(heard, service))
  const results = verdicts.flatMap(verdict => report.results.filter(result => result.verdict === verdict))
  return (
    <div className={styles.examination}>
      <div lang="en">
        <p>{verdicts.map(verdict => `${report.counts[verdict]} ${words[verdict]}`).join(', ')}</p>
        <table>
          <thead>
            <tr>
              <th>Demand</th>
              <th>Verdict</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ id, demand, verdict, found, remedy }) => (
              <tr key={id} data-demand={id}>
                <td>
                  {demand}
                  <p className={styles.found}>{found}</p>
                  {(verdict === 'missed' || verdict === 'differs') && <p>Remedy: {remedy}</p>}
                </td>
                <td className={styles[verdict]}>{words[verdict]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.found}>{unsigned}</p>
      </div>
      <Button look="quiet" wide onClick={save}>
        {t('check.examine.save')}
      </Button>
    </div>
  )

  function save(): void {
    const text = JSON.stringify({ ...report, unsigned }, null, 2)
    saveFile([text], { name: 'rd-conformance', ending: 'json', type: 'application/json' })
  }
}

const verdicts = ['missed', 'differs', 'met', 'untested'] as const
const words = { missed: 'missed', differs: 'differs', met: 'met', untested: 'untested here' }
