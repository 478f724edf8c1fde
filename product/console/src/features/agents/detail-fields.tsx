import { riskClasses } from '@ekyc/contract/console/sheet-lines'
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
const longestOfKyc = { kycOn: 10, kycEvidence: 200, kycDue: 10, reviewOn: 10, risk: 10 } as const
type KycDetail = keyof typeof longestOfKyc
type Detail = keyof typeof longest
export type Details = Record<Detail, string>

// The keys are those of the table.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const detailFields = Object.keys(longest) as Detail[]

// The keys are those of the table.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const kycFields = Object.keys(longestOfKyc) as KycDetail[]

export function riskInWords(risk: string): string {
  const known = riskClasses.find(one => one === risk)
  return t(`risk.${known ?? 'none'}`)
}

/** The fields hold the facts that the bank knows of the agent as an operator. */
export function KycFields({ agent }: { agent: Agent }) {
  return (
    <div className={styles.fields}>
      {kycFields.map(field =>
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
            maxLength={longestOfKyc[field]}
            focusOnOpen={field === 'kycOn'}
            autoComplete="off"
          />
        ),
      )}
    </div>
  )
}

export function changedKyc(agent: Agent, fields: FormData): Partial<Record<KycDetail, string>> {
  const typed = kycFields.map(field => [field, fieldText(fields, field).trim()] as const)
  return Object.fromEntries(typed.filter(([field, value]) => value !== agent[field]))
}

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
