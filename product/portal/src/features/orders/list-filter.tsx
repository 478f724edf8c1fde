import { finalStatuses } from '@ekyc/contract/words'
import { useRef, useState } from 'react'

import { t, type TextKey } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Disclosure } from '@ekyc/ui/disclosure.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { Select } from '@ekyc/ui/select.tsx'
import { TextField } from '@ekyc/ui/field.tsx'
import styles from './list-filter.module.css'
import { noFilter, type Filter } from './list-view.ts'

export function ListFilter({ filter, onApply }: { filter: Filter; onApply: (filter: Filter) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<{ status?: TextKey; from?: TextKey; to?: TextKey }>({})
  const summary = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const values = [filter.status, filter.from, filter.to]
  const count = values.filter(value => value !== '').length

  return (
    <Disclosure
      className={styles.filter}
      title={count > 0 ? t('orders.filter.active', { count }) : t('orders.filter.title')}
      summaryRef={summary}
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      {/* The key resets the fields when the address bar, a chip or a Clear button changes the filter. */}
      <Form ref={form} key={values.join()} label={t('orders.filter.title')} action={apply}>
        <Select
          name="status"
          label={t('orders.filter.status')}
          defaultValue={filter.status}
          options={[
            { value: '', label: t('orders.filter.select') },
            ...finalStatuses.map(value => ({ value, label: t(`orders.status.${value}`) })),
          ]}
          error={error.status && t(error.status)}
          onChange={event =>
            setError(event.target.value === '' ? { status: 'orders.filter.statusWrong' } : {})
          }
        />
        <div className={styles.dates}>
          <TextField
            type="date"
            name="from"
            label={t('orders.filter.from')}
            defaultValue={filter.from}
            error={error.from && t(error.from)}
          />
          <TextField
            type="date"
            name="to"
            label={t('orders.filter.to')}
            defaultValue={filter.to}
            error={error.to && t(error.to)}
          />
        </div>
        <div className={styles.actions}>
          <Button type="submit">{t('orders.filter.apply')}</Button>
          <Button look="quiet" type="reset" onClick={clear}>
            {t('orders.filter.clear')}
          </Button>
        </div>
      </Form>
    </Disclosure>
  )

  function apply(fields: FormData): void {
    const status = finalStatuses.find(each => each === fields.get('status')) ?? ''
    const from = fieldText(fields, 'from')
    const to = fieldText(fields, 'to')
    // A date that is typed in part has no value.
    const unfinished = form.current?.querySelector<HTMLInputElement>('input:invalid')
    if (unfinished) return setError({ [unfinished.name]: 'orders.filter.dateWrong' })
    if (status === '' && from === '' && to === '') return setError({ status: 'orders.filter.statusWrong' })
    if (from !== '' && to !== '' && from > to) return setError({ to: 'orders.filter.datesWrong' })
    close()
    return onApply({ status, from, to })
  }

  function clear(): void {
    close()
    onApply(noFilter)
  }

  function close(): void {
    setError({})
    setOpen(false)
    summary.current?.focus()
  }
}
