import { useRef, useState } from 'react'

import { shownDay } from '@ekyc/ui/shown-time.ts'
import { t } from '../../texts/t.ts'
import { FieldButton } from '@ekyc/ui/field-button.tsx'
import { TextField } from '@ekyc/ui/text-field.tsx'
import styles from './date-field.module.css'
import { typedDay } from './typed-day.ts'

export type DateFieldProps = {
  name: string
  label: string
  /** The day as YYYY-MM-DD; '' for an empty field. */
  defaultValue: string
  error?: string | undefined
}

/**
 * Shows a field for a date in the form DD-MM-YYYY, in which the portal shows all dates. The browser's own date field
 * serves only as the calendar, because it shows dates in the form of the browser's language.
 */
export function DateField({ name, label, defaultValue, error }: DateFieldProps) {
  const [text, setText] = useState(shownDay(defaultValue))
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <TextField
      name={name}
      label={label}
      value={text}
      onInput={event => setText(event.currentTarget.value)}
      error={error}
      placeholder={t('orders.filter.dateForm')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      after={
        <span className={styles.calendar}>
          <FieldButton
            icon="calendar"
            label={t('orders.filter.pick', { field: label })}
            onClick={() => calendar.current?.showPicker()}
          />
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={typedDay(text) ?? ''}
            onChange={event => setText(shownDay(event.currentTarget.value))}
          />
        </span>
      }
    />
  )
}
