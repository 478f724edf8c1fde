import { Button as PlainButton, type ButtonProps as PlainProps } from '@ekyc/ui/button.tsx'

import { useSession } from '../session/session.ts'
import styles from './console-button.module.css'

export type ButtonProps = Omit<PlainProps, 'look'> & {
  /** 'bad' takes something away. */
  look?: NonNullable<PlainProps['look']> | 'bad'
  /** In a table's row or a bar. */
  small?: boolean
  /** Sends something: it is off while no answer comes, since nothing is kept for later. */
  sends?: boolean
}

export function Button({
  look = 'primary',
  small = false,
  sends = false,
  className = '',
  ...rest
}: ButtonProps) {
  const isBad = look === 'bad'
  const isOff = useSession(({ isConnected }) => sends && !isConnected)
  return (
    <PlainButton
      {...rest}
      // Keeps the focus, which `disabled` would drop.
      aria-disabled={isOff || rest['aria-disabled']}
      onClick={isOff ? event => event.preventDefault() : rest.onClick}
      look={isBad ? 'quiet' : look}
      className={`${styles.button} ${isBad ? styles.bad : ''} ${small ? styles.small : ''} ${className}`}
    />
  )
}
