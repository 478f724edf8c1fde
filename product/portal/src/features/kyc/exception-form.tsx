import { exceptionNeeds, exceptionReasons } from '@ekyc/contract/exceptions'
import type { OrderDetails } from '@ekyc/contract/shapes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { Checkbox } from '@ekyc/ui/checkbox.tsx'
import { Disclosure } from '@ekyc/ui/disclosure.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import { Form } from '@ekyc/ui/form.tsx'
import { Select } from '@ekyc/ui/select.tsx'
import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import styles from './exception.module.css'
import frame from './kyc-page.module.css'

export function ExceptionForm({ order, onRecorded }: { order: OrderDetails; onRecorded: () => void }) {
  const { id: orderId } = order
  const username = useSession(session => session.phone)
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  return (
    <Card className={`${frame.sheet} ${styles.sheet}`}>
      <Form action={record} label={t('exception.record')}>
        <h2>{t('exception.record')}</h2>
        <p>{t('exception.ask.words')}</p>
        <Select
          name="reason"
          label={t('exception.reason')}
          error={isMissed ? t('exception.reason.missed') : undefined}
          options={[
            { value: '', label: t('exception.reason.missed') },
            ...exceptionReasons.map(reason => ({ value: reason, label: t(`exception.reason.${reason}`) })),
          ]}
          onChange={() => setMissed(false)}
        />
        <Disclosure title={t('exception.needs')}>
          <fieldset className={styles.needs}>
            <legend>{t('exception.needs.words')}</legend>
            {exceptionNeeds.map(need => (
              <Checkbox key={need} name="needs" value={need}>
                {t(`exception.needs.${need}`)}
              </Checkbox>
            ))}
          </fieldset>
        </Disclosure>
        <FailedCall error={failure} />
        <Button type="submit" busy={isBusy}>
          {t('exception.record')}
        </Button>
      </Form>
    </Card>
  )

  async function record(fields: FormData): Promise<void> {
    const reason = exceptionReasons.find(one => one === fields.get('reason'))
    setMissed(!reason)
    if (!reason || isBusy) return
    const needs = exceptionNeeds.filter(need => fields.getAll('needs').includes(need))
    setBusy(true)
    setFailure(undefined)
    try {
      const told = { username, orderId, reason, ...(needs.length > 0 && { needs }) }
      const { exception } = await call('recordException', told)
      queries.setQueryData(['orders', username, 'one', orderId], { ...order, exception })
      onRecorded()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
}
