import { Dialog } from '@ekyc/ui/dialog.tsx'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'
import { useId, useState, type FormEvent } from 'react'

import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { call } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import styles from './agents-page.module.css'

/** Shows the masked mobile number. A person who gives a reason sees the whole number until they leave the page. */
export function ShowMobile({ id, masked, mayShow }: { id: string; masked: string; mayShow: boolean }) {
  const form = useId()
  const [mobile, setMobile] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Error>()
  return (
    <>
      <output className={styles.mobile}>{mobile ?? masked}</output>
      {mayShow && mobile === undefined && (
        <Button look="link" small onClick={() => setAsking(true)}>
          {t('mobile.show')}
        </Button>
      )}
      {isAsking && (
        <Dialog
          title={t('mobile.show')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button type="submit" form={form}>
                {t('mobile.show')}
              </Button>
              <Button look="quiet" onClick={() => setAsking(false)}>
                {t('act.cancel')}
              </Button>
            </>
          }
        >
          <form id={form} onSubmit={event => void show(event)}>
            <TextField
              label={t('act.reason')}
              hint={t('mobile.hint')}
              name="reason"
              required
              maxLength={200}
              focusOnOpen
            />
            {problem && <CallProblem error={problem} isChange />}
          </form>
        </Dialog>
      )}
    </>
  )

  async function show(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = fieldText(new FormData(event.currentTarget), 'reason').trim()
    try {
      setMobile((await call('showMobile', { id, reason })).mobile)
      setAsking(false)
    } catch (error) {
      setProblem(error as Error)
    }
  }
}
