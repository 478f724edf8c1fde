import { useRef, type ReactNode } from 'react'

import { go } from '@ekyc/ui/browser/location.ts'

import { useAddress, withQuery } from '../../session/address.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import styles from './pager.module.css'

const sizes = ['50', '100', '200']

/**
 * Shows the foot of a list. The button Previous opens the list page that was open before, or else the first page. A
 * list that is whole on its page has no buttons.
 */
export function Pager({ next, children }: { next: string | undefined; children?: ReactNode }) {
  const address = useAddress()
  const after = address.query.get('after') ?? undefined
  const limit = address.query.get('limit') ?? '50'
  const seen = useRef<(string | undefined)[]>([])
  const open = (key: string | undefined) => go(withQuery(address, { after: key }))
  if (after === undefined && next === undefined && limit === '50')
    return children ? <div className={styles.foot}>{children}</div> : null
  return (
    <div className={styles.foot}>
      {children}
      <label className={styles.size}>
        {t('table.rows')}{' '}
        <select
          value={limit}
          onChange={({ target }) =>
            go(withQuery(address, { limit: target.value === '50' ? '' : target.value, after: '' }))
          }
        >
          {sizes.map(size => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button look="quiet" small disabled={after === undefined} onClick={() => open(seen.current.pop())}>
        {t('table.previous')}
      </Button>
      <Button
        look="quiet"
        small
        disabled={next === undefined}
        onClick={() => {
          seen.current.push(after)
          open(next)
        }}
      >
        {t('table.next', { count: limit })}
      </Button>
    </div>
  )
}
