import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'

import { t } from '../texts/t.ts'
import { ActDialog } from './act-dialog.tsx'

type Alert = Pick<AnswerOf<'listAlerts'>['rows'][number], 'number' | 'rule'>

export function CloseAlert({ alert: { number, rule }, onClose }: { alert: Alert; onClose: () => void }) {
  return (
    <ActDialog
      act="alert.close"
      title={t('alert.close.title')}
      confirm={t('alert.close.act')}
      input={fields => ({ number, why: fieldText(fields, 'why').trim() })}
      onClose={onClose}
    >
      <p>{t(`alerts.${rule}`)}</p>
      <p>{t('alert.close.text')}</p>
      <TextField label={t('alerts.why')} name="why" maxLength={500} required focusOnOpen />
    </ActDialog>
  )
}
