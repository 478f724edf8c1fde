import { useId, useRef } from 'react'

import { Button } from './button.tsx'
import styles from './menu-button.module.css'
import { Sign } from '../lists/marks.tsx'

export function MenuButton({
  label,
  entries,
}: {
  label: string
  entries: readonly { title: string; isBad?: boolean | undefined; onPress: () => void }[]
}) {
  const id = useId()
  const opener = useRef<HTMLSpanElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  if (entries.length === 0) return null
  return (
    <span ref={opener} className={styles.place}>
      <Button look="quiet" popoverTarget={id}>
        {label}
        <Sign name="down" size={15} />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={({ newState }) => {
          const [box, list] = [opener.current?.getBoundingClientRect(), menu.current]
          if (newState !== 'open' || !box || !list) return
          list.style.left = `${Math.max(8, Math.min(box.right, innerWidth - 8) - list.offsetWidth)}px`
          list.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - list.offsetHeight - 8))}px`
        }}
      >
        {entries.map(({ title, isBad, onPress }) => (
          <button
            key={title}
            type="button"
            className={isBad ? styles.bad : undefined}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => {
              // A dialog that the entry opens gives the focus back to this button, since the entry is hidden then.
              opener.current?.querySelector('button')?.focus()
              onPress()
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </span>
  )
}
