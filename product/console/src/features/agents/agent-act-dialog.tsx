import {
  agentDetails,
  kycFields,
  personFields,
  riskClasses,
  workFields,
} from '@ekyc/contract/console/sheet-lines'
import { fieldText, TextField } from '@ekyc/ui/controls/form.tsx'
import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { mobilePattern } from '@ekyc/contract/rules'
import { mobileLength } from '@ekyc/contract/limits'
import { agentRole } from '@ekyc/contract/words'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { t } from '../../texts/t.ts'
import { meansOf } from '../../session/session.ts'

export function AgentActDialog({
  agent,
  act,
  onClose,
}: {
  agent: Agent
  act: AgentAct
  onClose: () => void
}) {
  const { id, name } = agent
  const common = { act, title: t(`${act}.title`, { name }), confirm: t(`${act}.act`), onClose }
  if (act === 'agent.update' || act === 'agent.record-kyc') {
    const isKyc = act === 'agent.record-kyc'
    const edited = isKyc ? kycFields : contactFields
    return (
      <ActDialog
        {...common}
        input={fields => {
          const typed = edited.map(field => [field, fieldText(fields, field).trim()] as const)
          return {
            agent: id,
            changes: Object.fromEntries(typed.filter(([field, value]) => value !== agent[field])),
          }
        }}
        changesOf={({ changes }) =>
          edited.flatMap(field => {
            const becomes = (changes as Record<string, string>)[field]
            return becomes === undefined ? [] : [{ field: t(`detail.${field}`), now: agent[field], becomes }]
          })
        }
      >
        {isKyc && <p>{t('agent.record-kyc.text')}</p>}
        <DetailFields fields={edited} agent={agent} />
      </ActDialog>
    )
  }
  if (act === 'agent.change-mobile')
    return (
      <ActDialog
        {...common}
        input={fields => ({ agent: id, to: fieldText(fields, 'to') })}
        changesOf={({ to }) => [{ field: t('detail.mobile'), now: agent.mobile, becomes: String(to) }]}
      >
        <p>{t(`${act}.text`)}</p>
        <MobileField label={t('agents.newMobile')} name="to" />
      </ActDialog>
    )
  return (
    <ActDialog {...common} isBad={badActs.includes(act)} input={{ agent: id }}>
      <p>{t(`${act}.text`)}</p>
    </ActDialog>
  )
}

export type Agent = NonNullable<AnswerOf<'getAgent'>['agent']>

/** The acts that an agent's page offers. Each function tells whether the act makes sense in the agent's state. */
const applies = {
  'agent.unlock': ({ lockedUntil }: Agent) => lockedUntil !== null,
  'agent.enable': ({ statuses }) => statuses.includes('disabled'),
  'agent.update': () => true,
  'agent.record-kyc': () => true,
  'session.end': ({ liveSessions }) => liveSessions > 0,
  'agent.send-otp': ({ statuses }) => !statuses.includes('disabled'),
  'agent.reset-password': ({ statuses }) => !statuses.includes('no-password'),
  'agent.reset-passkeys': ({ passkeys }) => passkeys > 0,
  'agent.lift-limits': ({ limits }) => limits.length > 0,
  'agent.change-mobile': () => true,
  'agent.disable': ({ statuses }) => !statuses.includes('disabled'),
  'agent.erase': () => true,
} satisfies Partial<Record<ActName, (agent: Agent) => boolean>>

export type AgentAct = keyof typeof applies

export const badActs: readonly AgentAct[] = ['agent.disable', 'agent.erase']

export function actsOn(agent: Agent, roles: readonly StaffRole[]): AgentAct[] {
  // Object.keys returns exactly the keys of `applies`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const all = Object.keys(applies) as AgentAct[]
  return all.filter(act => applies[act](agent) && meansOf(roles, act) !== undefined)
}

type DetailField = (typeof contactFields | typeof kycFields)[number]

const contactFields = [...personFields, ...workFields]

export function riskInWords(risk: string): string {
  const known = riskClasses.find(one => one === risk)
  return t(`risk.${known ?? 'none'}`)
}

function DetailFields({ fields, agent }: { fields: readonly DetailField[]; agent?: Agent }) {
  return (
    <div className="fields">
      {fields.map((field, index) =>
        field === 'risk' ? (
          <label key={field}>
            {t('detail.risk')}
            <select name="risk" defaultValue={agent?.risk}>
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
            type={field === 'email' ? 'email' : agentDetails[field].is === 'day' ? 'date' : 'text'}
            defaultValue={agent?.[field]}
            maxLength={agentDetails[field].longest}
            required={field === 'name'}
            focusOnOpen={index === 0 && agent !== undefined}
            dir="auto"
            autoComplete="off"
          />
        ),
      )}
    </div>
  )
}

function MobileField({ label, name }: { label: string; name: string }) {
  return (
    <TextField
      label={label}
      name={name}
      prefix="+91"
      inputMode="numeric"
      autoComplete="off"
      required
      pattern={mobilePattern}
      maxLength={mobileLength}
      title={t('agents.tenDigits')}
      focusOnOpen
    />
  )
}

/** Adds an agent with the role that every agent needs. Two people have to grant any further role. */
export function AddAgent({ onClose }: { onClose: () => void }) {
  return (
    <ActDialog
      act="agent.add"
      title={t('agent.add.act')}
      confirm={t('agent.add.act')}
      input={fields => ({
        ...Object.fromEntries(contactFields.map(field => [field, fieldText(fields, field).trim()])),
        mobile: fieldText(fields, 'mobile'),
        roles: [agentRole],
      })}
      changesOf={({ mobile, name }) => [
        { field: t('detail.name'), now: '', becomes: String(name) },
        { field: t('detail.mobile'), now: '', becomes: String(mobile) },
      ]}
      onClose={onClose}
    >
      <MobileField label={t('detail.mobile')} name="mobile" />
      <DetailFields fields={contactFields} />
    </ActDialog>
  )
}
