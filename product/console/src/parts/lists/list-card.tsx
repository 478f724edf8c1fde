import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { Pager } from '../controls/pager.tsx'
import { Empty, ReadPart } from '../read-part.tsx'

type Rows<Row> = { rows: readonly Row[]; next?: string | undefined; isMore?: boolean }

/** A list that one call reads, with a sentence for a list without rows, and with the list's foot. */
export function ListCard<Row>({
  query,
  lines = 8,
  title,
  actions,
  none,
  more,
  foot,
  children,
}: {
  query: UseQueryResult<Rows<Row>>
  lines?: number
  title?: string
  actions?: ReactNode
  none: ReactNode
  /** Returns the sentence after a list that has more rows than it shows, and no next page. */
  more?: (count: number) => string
  foot?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}) {
  return (
    <Card flush {...(title && { title })} actions={actions}>
      <ReadPart query={query} lines={lines}>
        {({ rows, next, isMore }) => (
          <>
            {rows.length > 0 ? children(rows) : <Empty>{none}</Empty>}
            {isMore && <Empty>{more?.(rows.length)}</Empty>}
            <Pager next={next}>{foot}</Pager>
          </>
        )}
      </ReadPart>
    </Card>
  )
}
