import { useEffect, useId, useRef } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import { t } from '../../texts/t.ts'
import styles from './consent-box.module.css'
import { consentText, useConsentWords } from './consent.ts'

export type ConsentBoxProps = {
  givenOn: string | undefined
  isMissed: boolean
  /** A narrow window shows this much; a broad one has room for all at any time. */
  room: 'all' | 'tick' | 'none'
  onChange: (givenOn: string | undefined) => void
}

/** The customer's consent text with a checkbox; without one where the branding asks for a notice. */
export function ConsentBox({ givenOn, isMissed, room, onChange }: ConsentBoxProps) {
  const consent = useConsentWords()
  const { language, text } = consentText(consent)
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
      data-next={room === 'all' && givenOn === undefined ? '' : undefined}
    >
      <h2 id={`${id}-title`}>{t('kyc.consent.title')}</h2>
      <div lang={language} className={styles.words}>
        <p>{text.purpose}</p>
        <p>{text.sharing}</p>
        <p>{text.alternatives}</p>
      </div>
      {isMissed && (
        <p className={styles.missed} id={`${id}-missed`} role="alert">
          {t('kyc.consent.missing')}
        </p>
      )}
      {consent.mode === 'tick' && (
        <label className={styles.tick}>
          <input
            ref={tick}
            type="checkbox"
            checked={givenOn !== undefined}
            aria-invalid={isMissed || undefined}
            aria-describedby={isMissed ? `${id}-missed` : undefined}
            onChange={event => onChange(event.target.checked ? serverNow().toISOString() : undefined)}
          />
          {t('kyc.consent.tick')}
        </label>
      )}
    </section>
  )
}
