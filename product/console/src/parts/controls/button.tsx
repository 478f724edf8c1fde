import { Button as PlainButton, type ButtonProps as PlainProps } from '@ekyc/ui/controls/button.tsx'
import plain from '@ekyc/ui/controls/button.module.css'

import { useSession } from '../../session/session.ts'
import styles from './console-button.module.css'

export type ButtonProps = Omit<PlainProps, 'look'> & {
  /** 'bad' marks a button that takes something away. */
  look?: NonNullable<PlainProps['look']> | 'bad'
  /** True for a button in a table row or a bar. */
  small?: boolean
  /** True for a button that sends a request. The button is off while the server is unreachable. */
  sends?: boolean
}

/** The class of a link that looks like a quiet button. */
export const linkButton = `${plain.button} ${plain.quiet} ${styles.button}`

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
      // `disabled` would drop the focus, so the button uses `aria-disabled`.
      aria-disabled={isOff || rest['aria-disabled']}
      onClick={isOff ? event => event.preventDefault() : rest.onClick}
      look={isBad ? 'quiet' : look}
      className={`${styles.button} ${isBad ? styles.bad : ''} ${small ? styles.small : ''} ${className}`}
    />
  )
}
