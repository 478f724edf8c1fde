import { fieldText } from '@ekyc/ui/field-text.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'

import { t } from '../../texts/t.ts'
import type { Agent } from './agent-acts.ts'
import styles from './detail-fields.module.css'

/** The longest value of each detail, as the server has it. */
const longest = {
  name: 100,
  staffNumber: 40,
  branch: 100,
  outlet: 100,
  supervisor: 100,
  email: 254,
  addressLine1: 200,
  addressLine2: 200,
} as const
type Detail = keyof typeof longest
export type Details = Record<Detail, string>

// The keys are those of the table.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const detailFields = Object.keys(longest) as Detail[]

/** The details of an agent, for a new one or a change. */
export function DetailFields({ agent }: { agent?: Agent }) {
  return (
    <div className={styles.fields}>
      {detailFields.map(field => (
        <TextField
          key={field}
          label={t(`detail.${field}`)}
          name={field}
          type={field === 'email' ? 'email' : 'text'}
          defaultValue={agent?.[field]}
          maxLength={longest[field]}
          required={field === 'name'}
          focusOnOpen={field === 'name' && agent !== undefined}
          dir="auto"
          autoComplete="off"
        />
      ))}
    </div>
  )
}

export function detailsIn(fields: FormData): Details {
  return Object.fromEntries(detailFields.map(field => [field, fieldText(fields, field).trim()])) as Details
}

export function changedDetails(agent: Agent, fields: FormData): Partial<Details> {
  const typed = Object.entries(detailsIn(fields))
  return Object.fromEntries(typed.filter(([field, value]) => value !== agent[field as Detail]))
}
