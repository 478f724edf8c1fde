import { operatorFields } from '@ekyc/contract/console/sheet-lines'
import { fieldText } from '@ekyc/ui/field-text.ts'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { t } from '../../texts/t.ts'
import { badActs, type Agent, type AgentAct } from './agent-acts.ts'
import { changedDetails, changedKyc, DetailFields, detailFields, KycFields } from './detail-fields.tsx'
import { MobileField } from './mobile-field.tsx'

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
  if (act === 'agent.update')
    return (
      <ActDialog
        {...common}
        input={fields => ({ agent: id, changes: changedDetails(agent, fields) })}
        changesOf={({ changes }) =>
          detailFields.flatMap(field => {
            const becomes = (changes as Record<string, string>)[field]
            return becomes === undefined ? [] : [{ field: t(`detail.${field}`), now: agent[field], becomes }]
          })
        }
      >
        <DetailFields agent={agent} />
      </ActDialog>
    )
  if (act === 'agent.record-kyc')
    return (
      <ActDialog
        {...common}
        input={fields => ({ agent: id, changes: changedKyc(agent, fields) })}
        changesOf={({ changes }) =>
          operatorFields.flatMap(field => {
            const becomes = (changes as Record<string, string>)[field]
            return becomes === undefined ? [] : [{ field: t(`detail.${field}`), now: agent[field], becomes }]
          })
        }
      >
        <p>{t('agent.record-kyc.text')}</p>
        <KycFields agent={agent} />
      </ActDialog>
    )
  if (act === 'agent.change-mobile')
    return (
      <ActDialog
        {...common}
        input={fields => ({ agent: id, to: fieldText(fields, 'to') })}
        changesOf={({ to }) => [{ field: t('agents.mobile'), now: agent.mobile, becomes: String(to) }]}
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
