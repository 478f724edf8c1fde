import type { MonthStatistics } from '@ekyc/contract/shapes'
import { useEffect, useId, useRef, useState } from 'react'

import { t } from '../../texts/t.ts'
import hidden from '@ekyc/ui/visually-hidden.module.css'
import { layOutBarGraph, type BarGraphLayout } from './bar-graph-layout.ts'
import styles from './bar-graph.module.css'
import { isPhone } from './is-phone.ts'
import { monthLabels } from './month-labels.ts'
import { monthName } from './month-name.ts'
import { series, totals } from './months.ts'
import { fillOf, Patterns, Swatch } from './patterns.tsx'
import { StatisticsTable } from './statistics-table.tsx'

/**
 * Returns the minimum height of the graph and its legend, in pixels. With this height, a phone shows the graph and the
 * legend below the eKYC card without scrolling.
 */
export const graphHeight = () => plotHeight() + (isPhone() ? 48 : 64)
const plotHeight = () => (isPhone() ? 148 : 204)
/** Returns the width, in pixels, by which the bars of a phone extend into the card's padding. The tick lines do not. */
const cardPadding = () => (isPhone() ? 12 : 0)

/** A native radio button covers each month, so that the mouse, touch and the arrow keys can select a month. */
export function BarGraph({ months }: { months: MonthStatistics[] }) {
  const { frame, width } = useWidth()
  const [selectedMonth, setSelectedMonth] = useState<string>()
  const [hoveredMonth, setHoveredMonth] = useState<string>()
  const id = useId()
  const layout = layOutBarGraph(months, { width, height: plotHeight() })
  const active = months.find(month => month.aggregateOn === (hoveredMonth ?? selectedMonth))
  const values = active?.data ?? totals(months)

  return (
    <div className={styles.graph} style={{ minHeight: graphHeight() }}>
      <div className={styles.frame} ref={frame} style={{ height: layout.height }}>
        <Drawing layout={layout} id={id} active={active?.aggregateOn} />
        <fieldset onPointerLeave={() => setHoveredMonth(undefined)}>
          <legend className={hidden.hidden}>{t('statistics.graph.months')}</legend>
          {layout.groups.map(({ month, x, width: band }, index) => (
            <input
              key={month}
              type="radio"
              name={id}
              value={month}
              checked={selectedMonth === month}
              aria-label={valuesOf(months[index])}
              style={{ left: x, width: band }}
              onChange={() => setSelectedMonth(month)}
              onFocus={() => setSelectedMonth(month)}
              onPointerEnter={event => {
                if (event.pointerType === 'mouse') setHoveredMonth(month)
              }}
            />
          ))}
        </fieldset>
      </div>
      <div className={styles.reading} aria-hidden="true">
        <p>
          {active
            ? monthName(active.aggregateOn, 'long')
            : t('statistics.graph.whole', { count: months.length })}
        </p>
        <ul>
          {series.map(name => (
            <li key={name}>
              <Swatch series={name} />
              {t(`statistics.${name}`)} <b>{values[name].toLocaleString('en-IN')}</b>
            </li>
          ))}
        </ul>
      </div>
      <StatisticsTable months={months} />
    </div>
  )
}

type DrawingProps = { layout: BarGraphLayout; id: string; active: string | undefined }

function Drawing({ layout, id, active }: DrawingProps) {
  const { plot, ticks, groups, width, height } = layout
  const labels = monthLabels(
    groups.map(({ month }) => month),
    groups[0]?.width ?? 0,
  )
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <Patterns id={id} />
      {ticks.map(({ value, y }) => (
        <g key={value} className={styles.tick}>
          <path d={`M${plot.left} ${y}H${plot.right - cardPadding()}`} />
          <text x={plot.left - 5} y={y} dy="0.32em" textAnchor="end">
            {value.toLocaleString('en', { notation: 'compact' })}
          </text>
        </g>
      ))}
      {groups.map(({ month, x, width: band, bars }, index) => (
        <g key={month}>
          {month === active && (
            <rect
              className={styles.band}
              x={x}
              y={plot.top}
              width={band}
              height={plot.bottom - plot.top}
              rx="6"
            />
          )}
          {bars.map(bar => (
            <rect
              key={bar.series}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={bar.height}
              rx={Math.min(2, bar.height)}
              fill={fillOf(id, bar.series)}
            />
          ))}
          <text className={styles.month} x={x + band / 2} y={plot.bottom + 18} textAnchor="middle">
            {labels[index]}
          </text>
          {isYearShown(groups, index) && (
            <text className={styles.year} x={x + band / 2} y={plot.bottom + 33} textAnchor="middle">
              {month.slice(0, 4)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

function isYearShown(groups: BarGraphLayout['groups'], index: number): boolean {
  const isJanuary = (place: number) => groups[place]?.month.endsWith('-01') ?? false
  return isJanuary(index) || (index === 0 && !isJanuary(1))
}

function valuesOf(month: MonthStatistics | undefined): string {
  if (!month) return ''
  const { KYC_SUCCESS: success, KYC_FAILURE: failure, LOGIN: login } = month.data
  return t('statistics.graph.values', {
    month: monthName(month.aggregateOn, 'long'),
    success,
    failure,
    login,
  })
}

/** The graph is drawn in the measured width, so that no text is scaled. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(296)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, width }
}
