import type { SupportCase } from '@ekyc/contract/support-case'
import { useState } from 'react'

import { call } from '../api/api-client.ts'
import { useBranding } from '../api/branding.ts'
import { Unauthenticated } from '@ekyc/ui/call-errors.ts'
import { readAccessToken } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { t, type Words } from '../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { Disclosure } from '@ekyc/ui/disclosure.tsx'
import { saveFile } from '@ekyc/ui/save-file.ts'
import { shownMessageOf } from '@ekyc/ui/shown-message.ts'
import styles from './case-dialog.module.css'

export { supportCase } from './support-case.ts'

type Sending = { at: 'idle' | 'sending' } | { at: 'ended'; says: Words; isSent: boolean }

export function CaseDialog({ problem, onClose }: { problem: SupportCase; onClose: () => void }) {
  const text = JSON.stringify(problem, null, 1)
  const takesCases = useBranding(({ takesCases: takes = false }) => takes) && readAccessToken() !== undefined
  const [sending, setSending] = useState<Sending>({ at: 'idle' })
  const isSent = sending.at === 'ended' && sending.isSent
  return (
    <Dialog
      title={t('scanner.case.title')}
      onClose={onClose}
      actions={
        <>
          {/* After sending, the same button closes the dialog, so that the button keeps the focus. */}
          {takesCases && (
            <Button busy={sending.at === 'sending'} onClick={isSent ? onClose : () => void send()}>
              {t(isSent ? 'kyc.scanner.close' : 'scanner.case.send')}
            </Button>
          )}
          <Button look={takesCases ? 'quiet' : 'primary'} onClick={save}>
            {t('scanner.case.save')}
          </Button>
          {!isSent && (
            <Button look="quiet" onClick={onClose}>
              {t('kyc.scanner.close')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.words}>
        <p>{t('scanner.case.contains')}</p>
        <p className={styles.never}>{t('scanner.case.never')}</p>
        <output>{sending.at === 'ended' && sending.says()}</output>
        <Disclosure title={t('scanner.case.show')}>
          {/* The text wraps instead of scrolling, so the element needs no tab stop. */}
          <pre className={styles.text} lang="en">
            {text}
          </pre>
        </Disclosure>
      </div>
    </Dialog>
  )

  function save(): void {
    saveFile([text], { name: 'scanner-case', ending: 'json', type: 'application/json' })
  }

  async function send(): Promise<void> {
    setSending({ at: 'sending' })
    const { phone: username } = useSession.getState()
    try {
      const { caseId } = await call('sendSupportCase', { username, case: JSON.stringify(problem) })
      const says = () => t('scanner.case.sent', { number: caseId.slice(0, 8) })
      setSending({ at: 'ended', says, isSent: true })
    } catch (error) {
      if (error instanceof Unauthenticated) return
      const says = () => `${shownMessageOf(error)} ${t('scanner.case.saveInstead')}`
      setSending({ at: 'ended', says, isSent: false })
    }
  }
}
