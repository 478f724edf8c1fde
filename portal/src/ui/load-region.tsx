import type { ReactNode } from 'react'

import { Unseen } from './unseen.tsx'

export type LoadRegionProps = {
  /** Read out when the focus comes here. */
  name: string
  /** Said when it appears: after another try what has come does not speak for itself. */
  news: string
  children: ReactNode
}

/** What is read from the server, or why it could not be. TryAgain leaves its focus here. */
export function LoadRegion({ name, news, children }: LoadRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div role="group" aria-label={name} tabIndex={-1}>
      {children}
      <output>
        <Unseen>{news}</Unseen>
      </output>
    </div>
  )
}
