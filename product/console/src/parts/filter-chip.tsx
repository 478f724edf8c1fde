import { TextField, type TextFieldProps, fieldText } from '@ekyc/ui/controls/form.tsx'
import { useId, useRef, type ReactNode } from 'react'

import { go, useAddress, withQuery, type Query } from '../session/address.ts'
import { t } from '../texts/t.ts'
import { Button, placeAt, Sign } from './elements.tsx'
import styles from './filter-chip.module.css'

export function Filters({ children }: { children: ReactNode }) {
  return <div className={`row-8 ${styles.chips}`}>{children}</div>
}

type QueryFilterProps = Omit<TextFieldProps, 'label' | 'value'> & {
  name: string
  label: string
  /** The filter's value in words. By default the value stands as it is in the query. */
  shown?: string | undefined
  options?: readonly { value: string; label: string }[]
  none?: Query
  read?: (fields: FormData) => Query
}

export function QueryFilter({
  name,
  label,
  shown,
  options,
  none = { [name]: '' },
  read = fields => ({ [name]: fieldText(fields, name).trim() }),
  children,
  ...field
}: QueryFilterProps) {
  const address = useAddress()
  const value = address.query.get(name) ?? undefined
  const set = (changes: Query) => go(withQuery(address, { ...changes, after: '' }))
  const isSet = Object.keys(none).some(one => address.query.get(one))
  return (
    <FilterChip
      name={label}
      value={shown ?? (options ? options.find(one => one.value === value)?.label : value)}
      {...(isSet && { onRemove: () => set(none) })}
      onApply={fields => set(read(fields))}
    >
      {options ? (
        [{ value: '', label: t('agents.any') }, ...options].map(one => (
          <label key={one.value}>
            <input type="radio" name={name} value={one.value} defaultChecked={one.value === (value ?? '')} />
            {one.label}
          </label>
        ))
      ) : children === undefined ? (
        <TextField label={label} name={name} defaultValue={value} maxLength={100} {...field} />
      ) : (
        children
      )}
    </FilterChip>
  )
}

/** A filter whose value a link has set: a person can only remove it. */
export function FixedFilter({ name, label, shown }: { name: string; label: string; shown: string }) {
  const address = useAddress()
  return (
    <span className={`${styles.chip} ${styles.on}`}>
      <span className={styles.fixed}>
        <b>{label}</b> {shown}
      </span>
      <RemoveButton name={label} onRemove={() => go(withQuery(address, { [name]: '', after: '' }))} />
    </span>
  )
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.remove} onClick={onRemove}>
      <Sign name="cross" size={15} />
      <span className="unseen">{t('chip.remove', { name })}</span>
    </button>
  )
}

export function FilterChip({
  name,
  value,
  apply = t('chip.apply'),
  children,
  onApply,
  onRemove,
}: {
  name: string
  value: string | undefined
  apply?: string
  children: ReactNode
  onApply: (fields: FormData) => void
  onRemove?: () => void
}) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLFormElement>(null)
  return (
    <span className={`${styles.chip} ${value === undefined ? '' : styles.on}`}>
      <button ref={opener} type="button" popoverTarget={id}>
        {value === undefined ? (
          name
        ) : (
          <>
            <b>{name}</b> {value}
          </>
        )}
      </button>
      {value !== undefined && onRemove && <RemoveButton name={name} onRemove={onRemove} />}
      <form
        id={id}
        ref={popover}
        popover="auto"
        className={styles.form}
        aria-label={name}
        onToggle={({ newState }) => {
          const [chip, form] = [opener.current?.getBoundingClientRect(), popover.current]
          if (newState !== 'open' || !chip || !form) return
          placeAt(form, chip.left, chip.bottom + 6)
          form.querySelector<HTMLElement>('input, select, textarea')?.focus()
        }}
        onSubmit={event => {
          event.preventDefault()
          onApply(new FormData(event.currentTarget))
          popover.current?.hidePopover()
        }}
      >
        {children}
        <Button type="submit">{apply}</Button>
      </form>
    </span>
  )
}
