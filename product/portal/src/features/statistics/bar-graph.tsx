import type { MonthStatistics } from '@ekyc/contract/shapes'
import { useId, useState, type CSSProperties } from 'react'

import { t } from '../../texts/t.ts'
import styles from './bar-graph.module.css'
import { monthName, series, totals } from './months.ts'

/** A native radio button covers each month, so that the mouse, touch and the arrow keys can select it. */
export function BarGraph({ months }: { months: MonthStatistics[] }) {
  const [selectedMonth, setSelectedMonth] = useState<string>()
  const [hoveredMonth, setHoveredMonth] = useState<string>()
  const id = useId()
  const ticks = ticksFor(Math.max(...months.flatMap(({ data }) => series.map(name => data[name]))))
  const top = ticks[0] ?? 1
  const active = months.find(({ aggregateOn }) => aggregateOn === (hoveredMonth ?? selectedMonth))
  const values = active?.data ?? totals(months)
  return (
    <div className={`stack-8 ${styles.graph}`}>
      <div className={styles.frame}>
        <ul className={styles.axis} aria-hidden="true">
          {ticks.map(tick => (
            <li key={tick}>
              <span>{tick.toLocaleString('en', { notation: 'compact' })}</span>
            </li>
          ))}
        </ul>
        <fieldset className={styles.months} onPointerLeave={() => setHoveredMonth(undefined)}>
          <legend className="unseen">{t('statistics.graph.months')}</legend>
          {months.map(({ aggregateOn: month, data }) => (
            <div
              key={month}
              className={styles.month}
              data-active={month === active?.aggregateOn || undefined}
            >
              <div className={styles.bars}>
                {series.map(name => (
                  <i
                    key={name}
                    className={styles[name]}
                    style={{ blockSize: `${(data[name] / top) * 100}%` }}
                  />
                ))}
              </div>
              <p aria-hidden="true">
                <span className={styles.short}>{monthName(month, 'short')}</span>
                <span className={styles.narrow}>{monthName(month, 'narrow')}</span>
              </p>
              <input
                type="radio"
                name={id}
                value={month}
                checked={selectedMonth === month}
                aria-label={t('statistics.graph.values', {
                  month: monthName(month, 'long'),
                  success: data.KYC_SUCCESS,
                  failure: data.KYC_FAILURE,
                  login: data.LOGIN,
                })}
                onChange={() => setSelectedMonth(month)}
                onFocus={() => setSelectedMonth(month)}
                onPointerEnter={event => {
                  if (event.pointerType === 'mouse') setHoveredMonth(month)
                }}
              />
            </div>
          ))}
          {months.map(
            ({ aggregateOn: month }, index) =>
              isYearShown(months, index) && (
                <small
                  key={month}
                  className={styles.year}
                  style={besideMonth(index, months.length)}
                  aria-hidden="true"
                >
                  {month.slice(0, 4)}
                </small>
              ),
          )}
        </fieldset>
      </div>
      <div className={`row-8 ${styles.reading}`} aria-hidden="true">
        <p>
          {active
            ? monthName(active.aggregateOn, 'long')
            : t('statistics.graph.whole', { count: months.length })}
        </p>
        <ul>
          {series.map(name => (
            <li key={name}>
              <i className={styles[name]} />
              {t(`statistics.${name}`)} <b>{values[name].toLocaleString('en-IN')}</b>
            </li>
          ))}
        </ul>
      </div>
      <div className="unseen">
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
    </div>
  )
}

const ticksWanted = 4

/** Returns the numbers of the axis, the highest first. Their step is 1, 2 or 5 times a power of ten, and at least 1. */
function ticksFor(highest: number): number[] {
  const rough = Math.max(1, highest / ticksWanted)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find(factor => factor * power >= rough) ?? 10) * power
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => (count - index) * step)
}

function isYearShown(months: readonly MonthStatistics[], index: number): boolean {
  const isJanuary = (place: number) => months[place]?.aggregateOn.endsWith('-01') ?? false
  return isJanuary(index) || (index === 0 && !isJanuary(1))
}

/** A year may be wider than its month, so it has the place of two months. */
function besideMonth(index: number, count: number): CSSProperties {
  return index + 1 < count || count === 1
    ? { gridColumn: `${index + 1} / span 2` }
    : { gridColumn: `${index} / span 2`, textAlign: 'end' }
}
