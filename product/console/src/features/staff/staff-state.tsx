import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Pill } from '../../parts/pill.tsx'
import { t } from '../../texts/t.ts'

type Person = AnswerOf<'listStaff'>['rows'][number]

export function StaffState({ disabledOn, lastSignInOn }: Pick<Person, 'disabledOn' | 'lastSignInOn'>) {
  if (disabledOn)
    return (
      <Pill tone="bad" sign="cross">
        {t('staff.disabled')}
      </Pill>
    )
  return lastSignInOn ? (
    <Pill tone="good" sign="tick">
      {t('staff.enabled')}
    </Pill>
  ) : (
    <Pill>{t('staff.invited')}</Pill>
  )
}
