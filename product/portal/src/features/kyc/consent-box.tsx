import { consentLanguages } from '@ekyc/contract/consent'
import type { Consent, ConsentWay } from '@ekyc/contract/shapes'
import { useCallback, useEffect, useId, useRef, useState } from 'react'

import { shownTime } from '@ekyc/ui/shown-time.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Checkbox } from '@ekyc/ui/checkbox.tsx'
import { Icon } from '@ekyc/ui/icon.tsx'
import { MoreBelow, scrollOn } from '@ekyc/ui/more-below.tsx'
import styles from './consent-box.module.css'
import { ConsentHelp } from './consent-help.tsx'
import { ConsentItems } from './consent-items.tsx'
import { consentTo, type ShownConsent } from './consent.ts'

export type ConsentBoxProps = {
  consent: ShownConsent
  given: Consent | undefined
  isMissed: boolean
  /**
   * Tells how much of the consent shows. 'asked': a narrow window shows only the consent. 'beside': every window shows
   * the consent and the scanner. 'given': a narrow window shows one line. 'folded': every window shows one line.
   * 'away': the consent is hidden while the page shows a problem.
   */
  room: 'asked' | 'beside' | 'given' | 'folded' | 'away'
  onChange: (given: Consent | undefined) => void
}

export function ConsentBox({ consent, given, isMissed, room, onChange }: ConsentBoxProps) {
  const id = useId()
  const tick = useRef<HTMLInputElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const textId = `${consent.version} ${consent.language}`
  const [seenText, setSeenText] = useState('')
  const [refusedText, setRefusedText] = useState('')
  const markSeen = useCallback(() => setSeenText(textId), [textId])
  const [ways, setWays] = useState<readonly ConsentWay[]>([])
  const isSeen = seenText === textId
  const isTooEarly = refusedText === textId && !isSeen
  useEffect(() => {
    // The bar with the tick is always in view.
    if (isMissed) tick.current?.focus({ preventScroll: true })
  }, [isMissed])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the region has the focus, and Space ticks
    <section
      className={styles.consent}
      data-room={room}
      data-unfolded={isUnfolded && given ? '' : undefined}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== ' ' || event.target !== event.currentTarget) return
        // Space would scroll the page. The click scrolls to the next part of a text that is not yet read to its end.
        event.preventDefault()
        tick.current?.click()
      }}
      data-next={(room === 'asked' || room === 'beside') && !given ? '' : undefined}
    >
      {given && (
        <div className={styles.fold}>
          <Icon name="tick" />
          <p>
            {t('kyc.consent.given', {
              language: consentLanguages[consent.language].name,
              time: shownTime(given.givenOn).slice(-8, -3),
            })}
          </p>
          <Button look="link" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t(isUnfolded ? 'kyc.consent.fold' : 'kyc.consent.open')}
          </Button>
        </div>
      )}
      <div className={styles.words}>
        <div className={styles.ask}>
          <h2 id={`${id}-title`}>{t('kyc.consent.title')}</h2>
          <ConsentHelp
            consent={consent}
            onAllSeen={markSeen}
            onWay={way => setWays(known => [...new Set([...known, way])])}
            onLanguageChange={() => {
              setWays([])
              onChange(undefined)
            }}
          />
        </div>
        <ConsentItems consent={consent} />
        {consent.isDraft && <p className={styles.draft}>{t('consent.draft')}</p>}
      </div>
      {consent.mode === 'tick' && (
        <div className={styles.answer}>
          <MoreBelow onAllSeen={markSeen} />
          {(isMissed || isTooEarly) && (
            <p className={styles.missed} id={`${id}-missed`} role="alert">
              {t(isTooEarly ? 'kyc.consent.unseen' : 'kyc.consent.missing')}
            </p>
          )}
          <Checkbox
            ref={tick}
            checked={given !== undefined}
            aria-disabled={!isSeen || undefined}
            aria-invalid={isMissed || isTooEarly || undefined}
            aria-describedby={isMissed || isTooEarly ? `${id}-missed` : undefined}
            onChange={({ currentTarget }) => {
              if (isSeen) onChange(currentTarget.checked ? consentTo(consent, ways) : undefined)
              else {
                setRefusedText(textId)
                scrollOn(currentTarget)
              }
            }}
          >
            {t('kyc.consent.tick')}
          </Checkbox>
        </div>
      )}
    </section>
  )
}
