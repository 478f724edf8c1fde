import { Button as PlainButton, type ButtonProps as PlainProps } from '@ekyc/ui/button.tsx'

import styles from './button.module.css'

export type ButtonProps = Omit<PlainProps, 'look'> & {
  /** 'bad' takes something away. */
  look?: NonNullable<PlainProps['look']> | 'bad'
  /** In a table's row or a bar. */
  small?: boolean
}

export function Button({ look = 'primary', small = false, className = '', ...rest }: ButtonProps) {
  const isBad = look === 'bad'
  return (
    <PlainButton
      {...rest}
      look={isBad ? 'quiet' : look}
      className={`${styles.button} ${isBad ? styles.bad : ''} ${small ? styles.small : ''} ${className}`}
    />
  )
}
