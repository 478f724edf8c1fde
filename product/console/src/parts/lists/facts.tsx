import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '@ekyc/ui/controls/button.tsx'

import styles from './facts.module.css'
import { t, type TextKey } from '../../texts/t.ts'

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
