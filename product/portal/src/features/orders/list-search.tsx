import { useState } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { Form } from '@ekyc/ui/form.tsx'
import { TextField } from '@ekyc/ui/field.tsx'

/** The URL never contains the id, because the id is a reference or an order's number. */
export function ListSearch({ onSearch }: { onSearch: (id: string) => void }) {
  const [error, setError] = useState(false)
  return (
    <Form
      action={fields => {
        const id = fieldText(fields, 'id').trim()
        setError(id === '')
        if (id !== '') onSearch(id)
      }}
    >
      <TextField
        name="id"
        type="search"
        label={t('orders.search.label')}
        error={error ? t('orders.search.empty') : undefined}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        after={
          <Button type="submit" look="link">
            {t('orders.search.submit')}
          </Button>
        }
      />
    </Form>
  )
}
