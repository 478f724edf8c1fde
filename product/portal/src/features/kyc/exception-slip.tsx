import { isLanguage, languageCodes, languages } from '@ekyc/contract/languages'
import type { Exception, OrderDetails } from '@ekyc/contract/shapes'

import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { MoreBelow } from '@ekyc/ui/more-below.tsx'
import { Select } from '@ekyc/ui/select.tsx'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { useBranding } from '../../api/branding.ts'
import { useLanguage } from '../../texts/language.ts'
import { t } from '../../texts/t.ts'
import { useCustomerLanguage } from './consent.ts'
import styles from './exception.module.css'
import frame from './kyc-page.module.css'
import { NextCustomer } from './next-customer.tsx'
import { ReceiptHead } from './receipt-head.tsx'
import actions from './result-actions.module.css'
import { useTextsIn } from './use-texts-in.ts'

export function ExceptionSlip({
  order,
  exception,
  isNew,
  onChange,
}: {
  order: OrderDetails
  exception: Exception
  /** True if the slip has just replaced the form, so that the slip takes the focus. */
  isNew: boolean
  onChange: () => void
}) {
  const ofPage = useLanguage(page => page.language)
  const ofCustomer = useCustomerLanguage(customer => customer.language)
  const language = isLanguage(ofCustomer) ? ofCustomer : ofPage
  const say = useTextsIn(language)
  const brand = useBranding()
  const { bankName: bank, otherWays, support, emails } = { ...brand, ...brand.inLanguages?.[language] }
  const { reason, tries, decision, dueBy, openedOn } = exception

  return (
    <>
      <ReceiptHead />
      <Card className={`${frame.sheet} ${styles.sheet}`}>
        <div className={styles.ways}>
          <Select
            label={t('consent.language')}
            value={language}
            options={languageCodes.map(code => ({ value: code, label: languages[code].name, lang: code }))}
            onChange={({ target }) =>
              useCustomerLanguage.setState({ language: languageCodes.find(code => code === target.value) })
            }
          />
          <Button onClick={() => window.print()}>{t('exception.slip.print')}</Button>
          {!decision && (
            <Button look="quiet" onClick={onChange}>
              {t('exception.change')}
            </Button>
          )}
        </div>
        <article className={styles.slip} lang={language} aria-labelledby="slip-title">
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
            <dt>{say('kyc.result.order')}</dt>
            <dd>{order.id}</dd>
          </dl>
        </article>
        <div className={actions.bar}>
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
