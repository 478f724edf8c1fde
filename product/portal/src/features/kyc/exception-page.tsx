import type { Exception, OrderDetails } from '@ekyc/contract/shapes'
import { useState } from 'react'
import { useHash } from '@ekyc/ui/browser/location.ts'
import { exceptionNeeds, exceptionReasons } from '@ekyc/contract/exceptions'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import { FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Checkbox, Form, Select, useFormAction } from '@ekyc/ui/controls/form.tsx'
import { Disclosure } from '@ekyc/ui/controls/disclosure.tsx'
import { isLanguage, type Language, languageCodes, languages } from '@ekyc/contract/languages'
import { MoreBelow } from '@ekyc/ui/states/more-below.tsx'
import { shownTime } from '@ekyc/ui/texts/shown.ts'
import type { Values } from '@ekyc/ui/texts/t.ts'
import { useLanguage } from '@ekyc/ui/texts/language.ts'

import { paths } from '../../session/navigation.ts'
import { type Catalogue, t, type TextKey } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
import styles from './exception.module.css'
import frame from './kyc-page.module.css'
import { OrderRegion, useOrder } from './kyc-result-page.tsx'
import { call } from '../../api/api-client.ts'
import { useAnswerChange } from '../../api/use-call.ts'
import { remember, useMemory, useSession } from '../../session/session.ts'
import { useBranding } from '../../api/branding.ts'
import { catalogues } from '../../texts/catalogues.ts'
import { NextCustomer } from './result-actions.tsx'
import { ReceiptHead } from './kyc-receipt.tsx'
import actions from './result-actions.module.css'

export function ExceptionPage() {
  const orderId = useHash()
  const query = useOrder(orderId)
  return (
    <div className={frame.page}>
      <div className={`row-8 not-printed ${frame.head}`}>
        <BackLink isShort to={query.data?.order.status === 'INIT' ? paths.doKyc : paths.kycList} />
        <ScreenTitle>{t('exception.link')}</ScreenTitle>
      </div>
      <OrderRegion orderId={orderId} name={t('exception.link')} query={query}>
        {({ order }) => <Exception key={order.id} order={order} />}
      </OrderRegion>
    </div>
  )
}

function Exception({ order }: { order: OrderDetails }) {
  const [step, setStep] = useState<'asking' | 'recorded'>()
  const { exception } = order
  if (order.status === 'KYC_SUCCESS') return <p>{t('kyc.result.successWords')}</p>
  return exception && step !== 'asking' ? (
    <ExceptionSlip
      order={order}
      exception={exception}
      isNew={step === 'recorded'}
      onChange={() => setStep('asking')}
    />
  ) : (
    <ExceptionForm order={order} onRecorded={() => setStep('recorded')} />
  )
}

function ExceptionForm({ order, onRecorded }: { order: OrderDetails; onRecorded: () => void }) {
  const { id: orderId } = order
  const username = useSession(session => session.phone)
  const changeAnswer = useAnswerChange('getOrder', { username, orderId })
  const [isMissed, setMissed] = useState(false)
  const [failure, send, isBusy] = useFormAction<unknown>(record, undefined)
  return (
    <Card className={`${frame.sheet} ${styles.sheet}`}>
      <Form action={send} label={t('exception.record')}>
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
          <fieldset>
            <legend className="quiet">{t('exception.needs.words')}</legend>
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

  async function record(_failure: unknown, fields: FormData): Promise<unknown> {
    const reason = exceptionReasons.find(one => one === fields.get('reason'))
    setMissed(!reason)
    if (!reason) return undefined
    const needs = exceptionNeeds.filter(need => fields.getAll('needs').includes(need))
    try {
      const told = { username, orderId, reason, ...(needs.length > 0 && { needs }) }
      const { exception } = await call('recordException', told)
      await changeAnswer(answer => ({ ...answer, order: { ...order, exception } }))
      onRecorded()
      return undefined
    } catch (error) {
      return error
    }
  }
}

function ExceptionSlip({
  order,
  exception,
  isNew,
  onChange,
}: {
  order: OrderDetails
  exception: Exception
  isNew: boolean
  onChange: () => void
}) {
  const ofPage = useLanguage(page => page.language)
  const ofCustomer = useMemory(memory => memory.customerLanguage)
  const language = isLanguage(ofCustomer) ? ofCustomer : ofPage
  const say = useTextsIn(language)
  const brand = useBranding()
  const { bankName: bank, otherWays, support, emails } = { ...brand, ...brand.inLanguages?.[language] }
  const { reason, tries, decision, dueBy, openedOn } = exception

  return (
    <>
      <ReceiptHead />
      <Card className={`${frame.sheet} ${styles.sheet}`}>
        <div className={`row-12 not-printed ${styles.ways}`}>
          <Select
            label={t('consent.language')}
            value={language}
            options={languageCodes.map(code => ({ value: code, label: languages[code].name, lang: code }))}
            onChange={({ target }) =>
              remember({ customerLanguage: languageCodes.find(code => code === target.value) })
            }
          />
          <Button onClick={() => window.print()}>{t('exception.slip.print')}</Button>
          {!decision && (
            <Button look="quiet" onClick={onChange}>
              {t('exception.change')}
            </Button>
          )}
        </div>
        <article className={`stack-8 ${styles.slip}`} lang={language} aria-labelledby="slip-title">
          <h2 id="slip-title" tabIndex={-1} ref={isNew ? focus : undefined}>
            {say(decision ? 'exception.decision' : 'exception.slip.title')}
          </h2>
          {decision && <p>{say(`exception.decision.${decision}`)}</p>}
          <dl>
            <dt>{say('kyc.result.reference')}</dt>
            <dd>
              {order.dbsRefCode}, {shownTime(openedOn)}
            </dd>
            <dt>{say('exception.slip.why')}</dt>
            <dd>{say(`exception.reason.${reason}`)}</dd>
            {tries > 0 && (
              <>
                <dt>{say('exception.slip.tried')}</dt>
                <dd>{say('exception.slip.tries', { tries })}</dd>
              </>
            )}
            <dt>{say('exception.slip.next')}</dt>
            <dd className={styles.lines}>{otherWays ?? say('exception.slip.usualWay', { bank })}</dd>
            {!decision && (
              <>
                <dt>{say('exception.slip.who')}</dt>
                <dd>{say('exception.slip.dueBy', { bank, time: shownTime(dueBy) })}</dd>
              </>
            )}
            <dt>{say('exception.slip.complain')}</dt>
            <dd>{[emails.grievance, support?.phone].filter(Boolean).join(', ')}</dd>
            {/* The bank finds the case by the order's id. */}
            <dt>{say('orders.order.id')}</dt>
            <dd>{order.id}</dd>
          </dl>
        </article>
        <div className={`bar not-printed ${actions.bar}`}>
          <MoreBelow />
          <NextCustomer describedBy="slip-title" focusOnOpen={false} />
        </div>
      </Card>
    </>
  )
}

function focus(title: HTMLElement | null): void {
  title?.focus()
}

/** Until the texts in `language` load, the function gives texts in the page's language. */
function useTextsIn(language: Language): typeof t {
  const ofPage = useLanguage(page => page.language)
  const { data } = useQuery({
    queryKey: ['texts', language],
    queryFn: async (): Promise<Partial<Catalogue>> => (await catalogues[language]()).default,
    enabled: language !== ofPage,
    staleTime: Infinity,
  })
  if (!data || language === ofPage) return t
  return (key: TextKey, values: Values = {}) =>
    data[key]?.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place)) ?? t(key, values)
}
