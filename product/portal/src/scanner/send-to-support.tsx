import type { SupportCase } from '@ekyc/contract/support-case'
import { useState } from 'react'

import { loadChunk } from '../api/load-chunk.ts'
import { t } from '../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import type { CaseDialog } from './case-dialog.tsx'
import type { CaseFacts } from './support-case.ts'

export function SendToSupport({ wide = false, ...facts }: CaseFacts & { wide?: boolean }) {
  const [shown, setShown] = useState<{ Dialog: typeof CaseDialog; problem: SupportCase }>()
  return (
    <>
      <Button look={wide ? 'quiet' : 'link'} wide={wide} onClick={() => void open()}>
        {t('scanner.case.button')}
      </Button>
      {shown && <shown.Dialog problem={shown.problem} onClose={() => setShown(undefined)} />}
    </>
  )

  async function open(): Promise<void> {
    const { CaseDialog: Dialog, supportCase } = await loadChunk(() => import('./case-dialog.tsx'))
    setShown({ Dialog, problem: await supportCase(facts) })
  }
}
