import {
  Button as PlainButton,
  type ButtonProps as PlainProps,
  CopyButton,
} from '@ekyc/ui/controls/button.tsx'
import plain from '@ekyc/ui/controls/button.module.css'
import { Link as PlainLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'
import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'
import { type ComponentProps, useId, useRef, Fragment, type ReactNode } from 'react'
import { Drawing } from '@ekyc/ui/controls/icon.tsx'

import { type Address, addressOf, useAddress, withQuery } from '../session/address.ts'
import { t, type TextKey } from '../texts/t.ts'
import styles from './elements.module.css'

type ButtonProps = Omit<PlainProps, 'look'> & {
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
      className={`${styles.button} ${isBad ? styles.badButton : ''} ${small ? styles.small : ''} ${className}`}
    />
  )
}

export function CancelDialog({ actions, ...dialog }: ComponentProps<typeof Dialog>) {
  const actionsAndCancel = (
    <>
      {actions}
      <Button look="quiet" onClick={dialog.onClose}>
        {t('act.cancel')}
      </Button>
    </>
  )
  return <Dialog {...dialog} actions={actionsAndCancel} />
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
          placeAt(list, box.right - list.offsetWidth, box.bottom + 4)
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

/** Places an open popover in the window, as near to the point as it fits. */
export function placeAt(popover: HTMLElement, left: number, top: number): void {
  popover.style.left = `${Math.max(8, Math.min(left, innerWidth - popover.offsetWidth - 8))}px`
  popover.style.top = `${Math.max(8, Math.min(top, innerHeight - popover.offsetHeight - 8))}px`
}

/** A link to a page of the console. The link is as high as its line, because most links stand within text or tables. */
export function Link({ className = '', ...rest }: LinkProps & { to: Address }) {
  return <PlainLink {...rest} className={`${styles.inline} ${className}`} />
}

/** An agent's name as a link to the agent's page. An erased agent has a page, but no name. */
export function AgentLink({ agent: { id, name } }: { agent: { id: string; name: string | null } }) {
  return (
    <Link to={addressOf('/agents/:id', { id })} dir="auto">
      {name || t('table.erased')}
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

export type Tone = 'good' | 'bad' | 'warning' | 'note' | 'plain'

export function Pill({
  tone = 'plain',
  sign,
  children,
}: {
  tone?: Tone
  sign?: SignName
  children: ReactNode
}) {
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>
      {sign && <Sign name={sign} size={13} />}
      {children}
    </span>
  )
}

/** The smallest number of orders for which a share is shown. With fewer orders, the share would mislead. */
const tellingFrom = 30
const lowBelow = 0.7

export function Share({ of, verified }: { of: number; verified: number }) {
  if (of < tellingFrom) return <span className="faint">–</span>
  const share = verified / of
  const words = `${(share * 100).toFixed(1)}%`
  return (
    <span className={`${styles.share} ${share < lowBelow ? styles.low : ''}`}>
      <span className={styles.bar} style={{ '--v': words.replace(' ', '') } as React.CSSProperties} />
      <span>{words}</span>
    </span>
  )
}

const drawings = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  agents:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.4 3.2-5.2 6.5-5.2s5.9 1.8 6.5 5.2M16 4.3a3.5 3.5 0 0 1 0 6.5M18 15c2 .7 3.2 2.4 3.6 5',
  orders: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  device: 'M7 3h10v18H7zM12 7.5c-1.5 0-2.5 1-2.5 2.5M12 7.5c1.5 0 2.5 1 2.5 2.5v2M12 10v4',
  proposals:
    'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  alerts: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  outbox: 'M21 4L3 11l7 2.5L13 21zM10 13.5L21 4',
  audit: 'M12 3l7 3v5.5c0 4.5-3 7.5-7 9.5-4-2-7-5-7-9.5V6zM9 12l2.2 2.2L15.5 10',
  staff: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.6 3.7-5.5 7.5-5.5s6.8 1.9 7.5 5.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.7-4.7',
  export: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  cross: 'M7 7l10 10M17 7L7 17',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.3v.2',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 8v.1',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  next: 'M9 5l7 7-7 7',
  refresh: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4',
} as const

export type SignName = keyof typeof drawings

/** Shows a decorative line drawing. A word always stands beside it. */
export function Sign({ name, size = 18 }: { name: SignName; size?: number }) {
  return <Drawing d={drawings[name]} size={size} strokeWidth={size < 15 ? 2.2 : 1.7} />
}

/** A fact without a value is left out. */
export function Facts({ facts }: { facts: Partial<Record<TextKey, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{t(name as TextKey)}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

export function CopyableCode({ value }: { value: string }) {
  return (
    <>
      <code>{value}</code> <CopyButton text={value} label={t('copy.copy')} look="link" />
    </>
  )
}
