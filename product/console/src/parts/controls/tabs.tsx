import { Link } from './page-link.tsx'
import styles from './tabs.module.css'

export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { title: string; to: string }[]
  current: string
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ title, to }) => (
        <Link
          key={to}
          ref={to === current ? bringIntoView : undefined}
          to={to}
          className={styles.tab}
          aria-current={to === current ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls to the current tab, which may lie outside the window on a phone. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  link?.parentElement?.scrollTo?.({ left: link.offsetLeft - 24 })
}
