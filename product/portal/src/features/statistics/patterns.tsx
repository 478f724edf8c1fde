import { useId } from 'react'

import { series, type Series } from './months.ts'
import styles from './patterns.module.css'

/**
 * Defines a fill for each of the three series. The fills differ in lightness and in pattern (plain, striped, dotted),
 * so that the meaning does not depend on colour.
 * @param id a prefix that makes the ids of the patterns unique on the page
 */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {series.map(name => (
        <pattern key={name} id={`${id}-${name}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className={styles[name]} />
          {marks[name] && <path d={marks[name]} className={styles.mark} />}
        </pattern>
      ))}
    </defs>
  )
}

export function fillOf(id: string, name: Series): string {
  return `url(#${id}-${name})`
}

const marks: Partial<Record<Series, string>> = {
  KYC_FAILURE: 'M-1.5 1.5l3-3M0 6l6-6M4.5 7.5l3-3',
  LOGIN: 'M1.5 1.5h.01M4.5 4.5h.01',
}

export function Swatch({ series: name }: { series: Series }) {
  const id = useId()
  return (
    <svg width="14" height="14" aria-hidden="true" style={{ flex: 'none' }}>
      <Patterns id={id} />
      <rect width="14" height="14" rx="3" fill={fillOf(id, name)} />
    </svg>
  )
}
