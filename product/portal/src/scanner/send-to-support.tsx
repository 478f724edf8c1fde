import { useState, type ReactNode } from 'react'

import { loadChunk } from '../api/load-chunk.ts'
import { t } from '../texts/t.ts'
import { Button } from '../ui/button.tsx'
import type { CaseFacts } from './support-case.ts'

/** Makes a case of the last attempt, and shows it before it goes anywhere. The dialog is a chunk of its own. */
export function SendToSupport({ wide = false, ...facts }: CaseFacts & { wide?: boolean }) {
  const [dialog, setDialog] = useState<ReactNode>()
  return (
    <>
      <Button look={wide ? 'quiet' : 'link'} wide={wide} onClick={() => void open()}>
        {t('scanner.case.button')}
      </Button>
      {dialog}
    </>
  )

  async function open(): Promise<void> {
    const { CaseDialog, supportCase } = await loadChunk(() => import('./case-dialog.tsx'))
    const problem = await supportCase(facts)
    setDialog(<CaseDialog problem={problem} onClose={() => setDialog(undefined)} />)
  }
}
