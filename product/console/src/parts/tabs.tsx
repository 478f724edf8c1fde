import { useEffect, useRef } from 'react'

import { Link } from './link.tsx'
import styles from './tabs.module.css'

/** Links to the parts of a page, each of which has an address. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { title: string; to: string }[]
  current: string
}) {
  const list = useRef<HTMLElement>(null)
  // On a phone the current one may stand outside the window.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (link) list.current?.scrollTo?.({ left: link.offsetLeft - 24 })
  }, [current])
  return (
    <nav ref={list} className={styles.tabs} aria-label={label}>
      {tabs.map(({ title, to }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={to === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
