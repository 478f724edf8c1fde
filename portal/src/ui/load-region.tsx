import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Unseen } from './unseen.tsx'

export type LoadRegionProps = {
  /** Read out when the focus comes here. */
  name: string
  query: Pick<UseQueryResult, 'isSuccess' | 'isPlaceholderData' | 'errorUpdateCount'>
  /**
   * Said when it is here after a failure: after another try what has come does not speak for itself. What only keeps
   * the place of it has not come.
   */
  here: string
  children: ReactNode
}

/** What is read from the server, or why it could not be. TryAgain leaves its focus here. */
export function LoadRegion({ name, query, here, children }: LoadRegionProps) {
  const { isSuccess, isPlaceholderData, errorUpdateCount } = query
  const isHereAtLast = isSuccess && !isPlaceholderData && errorUpdateCount > 0
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div role="group" aria-label={name} tabIndex={-1}>
      {children}
      <output>
        <Unseen>{isHereAtLast ? here : ''}</Unseen>
      </output>
    </div>
  )
}
