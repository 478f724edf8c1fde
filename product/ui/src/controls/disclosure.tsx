import type { ComponentProps, ReactNode, Ref } from 'react'

import styles from './disclosure.module.css'
import { Icon } from './icon.tsx'

type DisclosureProps = ComponentProps<'details'> & {
  title: ReactNode
  summaryRef?: Ref<HTMLElement>
  /** Called when the title is pressed. The browser then does not open or close the content itself. */
  onPress?: () => void
}

export function Disclosure({
  title,
  summaryRef,
  onPress,
  className = styles.box,
  children,
  ...details
}: DisclosureProps) {
  return (
    <details {...details} className={`${styles.disclosure} ${className}`}>
      <summary
        ref={summaryRef}
        onClick={event => {
          if (!onPress) return
          event.preventDefault()
          onPress()
        }}
      >
        {title}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  )
}
