import { useRef } from 'react'

import { t } from '../texts/t.ts'
import styles from './more-below.module.css'
import { useHiddenBelow } from './use-hidden-below.ts'

/**
 * The first child of a bar that stays in view. While content lies beneath the bar, this element hides the line that the
 * bar would cut, and says that more content follows. A press scrolls on. The button cannot be focused, because
 * keyboards and screen readers scroll without it.
 */
export function MoreBelow({ onAllSeen }: { onAllSeen?: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const hidden = useHiddenBelow(place, onAllSeen)
  return (
    <div ref={place} className={styles.place}>
      {hidden && (
        <div className={`not-printed ${styles.fade}`} style={{ height: hidden.height }} data-more>
          <button type="button" tabIndex={-1} onClick={() => place.current && scrollOn(place.current)}>
            <span className={styles.words}>
              {hidden.items > 0 ? t('shared.itemsBelow', { count: hidden.items }) : t('shared.moreBelow')}
              <span aria-hidden="true">↓</span>
            </span>
          </button>
        </div>
      )}
    </div>
  )
}

export function scrollOn(bar: Element): void {
  const scroller = bar.closest('dialog') ?? document.documentElement
  scroller.scrollBy({ top: Math.max(96, bar.getBoundingClientRect().top - 280), behavior: 'smooth' })
}
