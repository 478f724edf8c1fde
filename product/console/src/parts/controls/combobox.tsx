import { useId, useRef, useState, type ReactNode } from 'react'

import type { Address } from '../../session/address.ts'
import styles from './combobox.module.css'
import { useKeys } from './keys.ts'
import { Sign } from '../lists/marks.tsx'

export type Option = { id: string; group: string; title: string; detail?: string; to: Address }

/** The ARIA pattern of a combobox: the focus stays in the field, and the arrow keys move through the list. */
export function Combobox({
  label,
  hint,
  shortcut,
  text,
  options,
  isOpen,
  status,
  onText,
  onOpen,
  onEnter,
  onClose,
}: {
  label: string
  hint: string
  shortcut: { press: string; says: string }
  text: string
  options: readonly Option[]
  isOpen: boolean
  /** The text below the results. Screen readers announce a change of this text. */
  status: ReactNode
  onText: (text: string) => void
  onOpen: (option: Option) => void
  /** Runs at Enter if no result of the open list is marked, and always at Ctrl+Enter (`isControl`). */
  onEnter: (isControl: boolean) => void
  onClose: () => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [marked, setMarked] = useState<string>()
  const index = options.findIndex(option => option.id === marked)
  useKeys([{ ...shortcut, run: () => field.current?.select() }])
  const optionId = (option: Option) => `${id}-${option.id}`
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    // onBlur fires if the focus leaves the field or a result. Some browsers lack the tag `search`, so the role is set.
    // oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role
    <div
      role="search"
      className={styles.place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      <div className={styles.box}>
        <Sign name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && index >= 0 ? optionId(options[index] as Option) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={hint}
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setMarked(undefined)
            onText(target.value)
          }}
          onKeyDown={event => {
            const at = options[index]
            if (event.key === 'Enter') {
              event.preventDefault()
              if (isOpen && at && !event.ctrlKey) onOpen(at)
              else onEnter(event.ctrlKey)
            } else if (event.key === 'Escape') {
              if (isOpen) onClose()
              else onText('')
            } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault()
              const step = event.key === 'ArrowDown' ? 1 : -1
              const from = index < 0 && step < 0 ? 0 : index
              setMarked(options[(from + step + options.length) % options.length]?.id)
            }
          }}
        />
        <kbd>{shortcut.press}</kbd>
      </div>
      <div className={styles.results} hidden={!isOpen}>
        {/* A listbox that shows results below a field cannot be a `select` element. */}
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {groups.map(group => (
            <div key={group} role="group" aria-label={group}>
              <div className={styles.group} aria-hidden="true">
                {group}
              </div>
              {options
                .filter(option => option.group === group)
                .map(option => (
                  // The field keeps the focus and handles the keys; a click chooses a result too.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={option.id}
                    id={optionId(option)}
                    role="option"
                    aria-selected={option.id === marked}
                    className={styles.option}
                    onPointerDown={event => event.preventDefault()}
                    onClick={() => onOpen(option)}
                  >
                    <span dir="auto">{option.title}</span>
                    <small>{option.detail}</small>
                  </div>
                ))}
            </div>
          ))}
        </div>
        <output className={styles.status}>{status}</output>
      </div>
    </div>
  )
}
