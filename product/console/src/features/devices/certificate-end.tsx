import { useState } from 'react'

import { Pill } from '../../parts/pill.tsx'
import { shownDay } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'

const soonMs = 7 * 24 * 3_600_000

/** After the day on which its certificate ends, a device cannot capture a finger. */
export function CertificateEnd({ on }: { on: string }) {
  const [now] = useState(Date.now)
  const leftMs = Date.parse(on) - now
  if (leftMs > soonMs) return shownDay(on)
  return (
    <Pill tone={leftMs < 0 ? 'bad' : 'warning'} sign="warning">
      {leftMs < 0 ? t('devices.ended', { day: shownDay(on) }) : t('devices.endsSoon', { day: shownDay(on) })}
    </Pill>
  )
}
