import { useId } from 'react'

import type { Series } from './months.ts'
import { fillOf, Patterns } from './patterns.tsx'

export function Swatch({ series }: { series: Series }) {
  const id = useId()
  return (
    <svg width="14" height="14" aria-hidden="true" style={{ flex: 'none' }}>
      <Patterns id={id} />
      <rect width="14" height="14" rx="3" fill={fillOf(id, series)} />
    </svg>
  )
}
