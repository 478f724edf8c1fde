import type { MonthStatistics } from '@ekyc/contract/shapes'

import { t } from '../../texts/t.ts'
import styles from '@ekyc/ui/visually-hidden.module.css'
import { monthName } from './month-name.ts'
import { series } from './months.ts'

export function StatisticsTable({ months }: { months: MonthStatistics[] }) {
  return (
    <div className={styles.hidden}>
      <table>
        <caption>{t('statistics.graph.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statistics.graph.month')}</th>
            {series.map(name => (
              <th key={name} scope="col">
                {t(`statistics.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ aggregateOn, data }) => (
            <tr key={aggregateOn}>
              <th scope="row">{monthName(aggregateOn, 'long')}</th>
              {series.map(name => (
                <td key={name}>{data[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
