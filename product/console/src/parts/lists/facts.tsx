import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '@ekyc/ui/controls/copy-button.tsx'

import styles from './facts.module.css'
import { t } from '../../texts/t.ts'

/** A pair without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
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
