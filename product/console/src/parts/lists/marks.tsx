import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '@ekyc/ui/controls/button.tsx'
import { Drawing } from '@ekyc/ui/controls/icon.tsx'

import { t, type TextKey } from '../../texts/t.ts'
import styles from './marks.module.css'

export type Tone = 'good' | 'bad' | 'warning' | 'note' | 'plain'

export function Pill({
  tone = 'plain',
  sign,
  children,
}: {
  tone?: Tone
  sign?: SignName
  children: ReactNode
}) {
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>
      {sign && <Sign name={sign} size={13} />}
      {children}
    </span>
  )
}

/** The smallest number of orders for which a share is shown. With fewer orders, the share would mislead. */
const tellingFrom = 30
const lowBelow = 0.7

export function Share({ of, verified }: { of: number; verified: number }) {
  if (of < tellingFrom) return <span className={styles.none}>–</span>
  const share = verified / of
  const words = `${(share * 100).toFixed(1)}%`
  return (
    <span className={`${styles.share} ${share < lowBelow ? styles.low : ''}`}>
      <span className={styles.bar} style={{ '--v': words.replace(' ', '') } as React.CSSProperties} />
      <span>{words}</span>
    </span>
  )
}

const drawings = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  agents:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.4 3.2-5.2 6.5-5.2s5.9 1.8 6.5 5.2M16 4.3a3.5 3.5 0 0 1 0 6.5M18 15c2 .7 3.2 2.4 3.6 5',
  orders: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  device: 'M7 3h10v18H7zM12 7.5c-1.5 0-2.5 1-2.5 2.5M12 7.5c1.5 0 2.5 1 2.5 2.5v2M12 10v4',
  proposals:
    'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  alerts: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  outbox: 'M21 4L3 11l7 2.5L13 21zM10 13.5L21 4',
  audit: 'M12 3l7 3v5.5c0 4.5-3 7.5-7 9.5-4-2-7-5-7-9.5V6zM9 12l2.2 2.2L15.5 10',
  staff: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.6 3.7-5.5 7.5-5.5s6.8 1.9 7.5 5.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.7-4.7',
  export: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  cross: 'M7 7l10 10M17 7L7 17',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.3v.2',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 8v.1',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  next: 'M9 5l7 7-7 7',
  refresh: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4',
} as const

export type SignName = keyof typeof drawings

/** Shows a decorative line drawing. A word always stands beside it. */
export function Sign({ name, size = 18 }: { name: SignName; size?: number }) {
  return <Drawing d={drawings[name]} size={size} strokeWidth={size < 15 ? 2.2 : 1.7} />
}

/** A fact without a value is left out. */
export function Facts({ facts }: { facts: Partial<Record<TextKey, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(name as TextKey)}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

export function CopyableCode({ value }: { value: string }) {
  return (
    <>
      <code>{value}</code> <CopyButton text={value} label={t('copy.copy')} look="link" />
    </>
  )
}
