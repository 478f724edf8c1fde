import {
  longestDetails,
  operatorFields,
  riskClasses,
  type OperatorField,
} from '@ekyc/contract/console/sheet-lines'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'

import { t } from '../../texts/t.ts'
import type { Agent } from './agent-acts.ts'
import styles from './detail-fields.module.css'

export const detailFields = [
  'name',
  'staffNumber',
  'branch',
  'outlet',
  'supervisor',
  'email',
  'addressLine1',
  'addressLine2',
] as const
type Detail = (typeof detailFields)[number]
export type Details = Record<Detail, string>

export function riskInWords(risk: string): string {
  const known = riskClasses.find(one => one === risk)
  return t(`risk.${known ?? 'none'}`)
}

/** Shows the fields for the facts that a bank must know about each agent, such as the agent's KYC and risk class. */
export function KycFields({ agent }: { agent: Agent }) {
  return (
    <div className={styles.fields}>
      {operatorFields.map(field =>
        field === 'risk' ? (
          <label key={field}>
            {t('detail.risk')}
            <select name="risk" defaultValue={agent.risk}>
              {['', ...riskClasses].map(one => (
                <option key={one} value={one}>
                  {riskInWords(one)}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <TextField
            key={field}
            label={t(`detail.${field}`)}
            name={field}
            type={field === 'kycEvidence' ? 'text' : 'date'}
            defaultValue={agent[field]}
            maxLength={longestDetails[field]}
            focusOnOpen={field === 'kycOn'}
            autoComplete="off"
          />
        ),
      )}
    </div>
  )
}

export function changedKyc(agent: Agent, fields: FormData): Partial<Record<OperatorField, string>> {
  const typed = operatorFields.map(field => [field, fieldText(fields, field).trim()] as const)
  return Object.fromEntries(typed.filter(([field, value]) => value !== agent[field]))
}

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
          maxLength={longestDetails[field]}
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
