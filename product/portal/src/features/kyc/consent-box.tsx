import { useEffect, useId, useRef } from 'react'

import type { Consent } from '@ekyc/contract/shapes'

import { t } from '../../texts/t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './consent-box.module.css'
import { ConsentHelp } from './consent-help.tsx'
import { ConsentItems } from './consent-items.tsx'
import { consentTo, type ShownConsent } from './consent.ts'

export type ConsentBoxProps = {
  consent: ShownConsent
  given: Consent | undefined
  isMissed: boolean
  /** A narrow window shows this much; a broad one has room for all at any time. */
  room: 'all' | 'tick' | 'none'
  onChange: (given: Consent | undefined) => void
}

/** The customer's consent text with a checkbox; without one where the branding asks for a notice. */
export function ConsentBox({ consent, given, isMissed, room, onChange }: ConsentBoxProps) {
  const id = useId()
  const tick = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isMissed) tick.current?.focus()
  }, [isMissed])
  return (
    <section
      className={styles.consent}
      data-room={room === 'tick' && consent.mode !== 'tick' ? 'none' : room}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      data-next={room === 'all' && !given ? '' : undefined}
    >
      <div className={styles.words}>
        <h2 id={`${id}-title`}>{t('kyc.consent.title')}</h2>
        <ConsentHelp consent={consent} onLanguageChange={() => onChange(undefined)} />
        <ConsentItems consent={consent} />
      </div>
      <div className={styles.answer}>
        {isMissed && (
          <p className={styles.missed} id={`${id}-missed`} role="alert">
            {t('kyc.consent.missing')}
          </p>
        )}
        {consent.mode === 'tick' && (
          <Checkbox
            ref={tick}
            checked={given !== undefined}
            aria-invalid={isMissed || undefined}
            aria-describedby={isMissed ? `${id}-missed` : undefined}
            onChange={event => onChange(event.target.checked ? consentTo(consent) : undefined)}
          >
            {t('kyc.consent.tick')}
          </Checkbox>
        )}
      </div>
    </section>
  )
}
