import { agentRole } from '@ekyc/contract/words'
import { fieldText } from '@ekyc/ui/field-text.ts'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { t } from '../../texts/t.ts'
import { DetailFields, detailsIn } from './detail-fields.tsx'
import { MobileField } from './mobile-field.tsx'

/** Adds an agent with the role that every agent needs. Two people have to grant any further role. */
export function AddAgent({ onClose }: { onClose: () => void }) {
  return (
    <ActDialog
      act="agent.add"
      title={t('agents.add')}
      confirm={t('agents.add')}
      input={fields => ({
        ...detailsIn(fields),
        mobile: fieldText(fields, 'mobile'),
        roles: [agentRole],
      })}
      changesOf={({ mobile, name }) => [
        { field: t('agents.name'), now: '', becomes: String(name) },
        { field: t('agents.mobile'), now: '', becomes: String(mobile) },
      ]}
      onClose={onClose}
    >
      <MobileField label={t('agents.mobile')} name="mobile" />
      <DetailFields />
    </ActDialog>
  )
}
