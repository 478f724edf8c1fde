import { Button as PlainButton, type ButtonProps as PlainProps } from '@ekyc/ui/controls/button.tsx'
import plain from '@ekyc/ui/controls/button.module.css'
import { Link as PlainLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { useId, useRef } from 'react'

import { type Address, addressOf, useAddress, withQuery } from '../../session/address.ts'
import { t } from '../../texts/t.ts'
import { Sign } from '../lists/marks.tsx'
import styles from './links-and-buttons.module.css'

export type ButtonProps = Omit<PlainProps, 'look'> & {
  /** 'bad' marks a button that takes something away. */
  look?: NonNullable<PlainProps['look']> | 'bad'
  small?: boolean
  /** True for a button that sends a request. The button is off while the server is unreachable. */
  sends?: boolean
}

export const linkButton = `${plain.button} ${plain.quiet} ${styles.button}`

export function Button({
  look = 'primary',
  small = false,
  sends = false,
  className = '',
  ...rest
}: ButtonProps) {
  const isBad = look === 'bad'
  const isOff = !useIsConnected() && sends
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
        className={`menu ${styles.menu}`}
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
            className={isBad ? styles.badEntry : undefined}
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

/** A link to a page of the console. The link is as high as its line, because most links stand within text or tables. */
export function Link({ className = '', ...rest }: LinkProps & { to: Address }) {
  return <PlainLink {...rest} className={`${styles.inline} ${className}`} />
}

/** An agent's name as a link to the agent's page. An erased agent has a page, but no name. */
export function AgentLink({ agent: { id, name } }: { agent: { id: string; name: string | null } }) {
  return (
    <Link to={addressOf('/agents/:id', { id })} dir="auto">
      {name || t('orderTable.erased')}
    </Link>
  )
}

export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { title: string; to: Address }[]
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

/** The tabs of a list's parts. The chosen part stands in the address, and the first one needs no word there. */
export function StateTabs<State extends string>({
  label,
  states,
  current,
  titleOf,
}: {
  label: string
  states: readonly State[]
  current: State | undefined
  titleOf: (state: State) => string
}) {
  const { path } = useAddress()
  const to = (state: State) => withQuery({ path }, { state: state === states[0] ? '' : state })
  return (
    <Tabs
      label={label}
      tabs={states.map(state => ({ title: titleOf(state), to: to(state) }))}
      current={current === undefined ? '' : to(current)}
    />
  )
}

/** Scrolls to the current tab, which may lie outside the window on a phone. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  link?.parentElement?.scrollTo?.({ left: link.offsetLeft - 24 })
}
