import { Fragment, type ReactNode } from 'react'

import styles from './facts.module.css'

/** A pair without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
