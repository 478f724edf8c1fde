import type { SupportCase } from '@ekyc/contract/support-case'
import { useState } from 'react'

import { t } from '../texts/t.ts'
import { Button } from '../ui/button.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { supportCase, type CaseFacts } from './support-case.ts'

/** Makes a case of the last attempt, and shows it before it goes anywhere. */
export function SendToSupport({ wide = false, ...facts }: CaseFacts & { wide?: boolean }) {
  const [shown, setShown] = useState<SupportCase>()
  return (
    <>
      <Button look={wide ? 'quiet' : 'link'} wide={wide} onClick={() => void supportCase(facts).then(setShown)}>
        {t('scanner.case.button')}
      </Button>
      {shown && <CaseDialog problem={shown} onClose={() => setShown(undefined)} />}
    </>
  )
} // prettier-ignore
