import { Button as PlainButton, type ButtonProps as PlainProps } from '@ekyc/ui/controls/button.tsx'
import plain from '@ekyc/ui/controls/button.module.css'
import { Link as PlainLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'

import { useSession } from '../../session/session.ts'
import styles from './console-button.module.css'
import { t } from '../../texts/t.ts'

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

/** A link to a page of the console. The link is as high as its line, because most links stand within text or tables. */
export function Link({ className = '', ...rest }: LinkProps & { to: string }) {
  return <PlainLink {...rest} className={`${styles.inline} ${className}`} />
}

/** An agent's name as a link to the agent's page. An erased agent has a page, but no name. */
export function AgentLink({ agent: { id, name } }: { agent: { id: string; name: string | null } }) {
  return (
    <Link to={`/agents/${id}`} dir="auto">
      {name || t('orderTable.erased')}
    </Link>
  )
}
