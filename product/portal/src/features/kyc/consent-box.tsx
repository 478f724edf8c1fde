import { consentLanguages, consentItems, type ConsentLanguage } from '@ekyc/contract/consent'
import type { Consent, ConsentWay } from '@ekyc/contract/shapes'
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { shownTime } from '@ekyc/ui/texts/shown.ts'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Checkbox, Select } from '@ekyc/ui/controls/form.tsx'
import { Icon } from '@ekyc/ui/controls/icon.tsx'
import { MoreBelow, scrollOn } from '@ekyc/ui/states/more-below.tsx'
import { Dialog } from '@ekyc/ui/controls/dialog.tsx'

import { t } from '../../texts/t.ts'
import styles from './consent-box.module.css'
import { remember } from '../../session/session.ts'
import { type ShownConsent, consentTo } from './consent.ts'

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
  const [isLarge, setLarge] = useState(false)
  const addWay = (way: ConsentWay) => setWays(known => [...new Set([...known, way])])
  const isSeen = seenText === textId
  const isTooEarly = refusedText === textId && !isSeen
  useEffect(() => {
    // The bar with the tick is always in view.
    if (isMissed) tick.current?.focus({ preventScroll: true })
  }, [isMissed])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the region has the focus, and Space ticks
    <section
      className={`stack-12 ${styles.consent}`}
      hidden={room === 'away'}
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
      <div className={`stack-12 ${styles.words}`}>
        <div className={`stack-8 ${styles.ask}`}>
          <h2 id={`${id}-title`}>{t('kyc.consent.title')}</h2>
          <div className={styles.ways}>
            {consent.languages.length > 1 && (
              <Select
                isLabelHidden
                label={t('consent.language')}
                lang={consent.language}
                value={consent.language}
                options={consent.languages.map(code => ({
                  value: code,
                  label: consentLanguages[code].name,
                  lang: code,
                }))}
                onChange={event => {
                  remember({ customerLanguage: consent.languages.find(code => code === event.target.value) })
                  setWays([])
                  onChange(undefined)
                }}
              />
            )}
            <Button
              look="quiet"
              onClick={() => {
                setLarge(true)
                addWay('large')
              }}
            >
              {t('consent.show')}
            </Button>
            <ReadAloud key={consent.language} consent={consent} onRead={() => addWay('aloud')} />
          </div>
          {isLarge && (
            <Dialog
              className={styles.large}
              title={t('consent.large')}
              isTitleHidden
              onClose={() => setLarge(false)}
              actions={
                <>
                  <MoreBelow onAllSeen={markSeen} />
                  <Button onClick={() => setLarge(false)}>{t('frame.close')}</Button>
                </>
              }
            >
              <ConsentItems consent={consent} />
            </Dialog>
          )}
        </div>
        <ConsentItems consent={consent} />
        {consent.isDraft && <p className="quiet">{t('consent.draft')}</p>}
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

/** Matches Arabic letters, which run from right to left. Sindhi and Kashmiri texts use Arabic or Devanagari letters. */
const arabic = /[\u0600-\u06ff]/

function ConsentItems({ consent: { language, text } }: { consent: ShownConsent }) {
  return (
    <div
      lang={language}
      dir={arabic.test(text.purpose) ? 'rtl' : undefined}
      className={`stack-12 ${styles.items}`}
    >
      {consentItems.map(
        item =>
          text[item] !== undefined && (
            <div key={item} data-item>
              {text.headings?.[item] !== undefined && <h3>{text.headings[item]}</h3>}
              <p>{text[item]}</p>
            </div>
          ),
      )}
    </div>
  )
}

function ReadAloud({ consent: { language, text }, onRead }: { consent: ShownConsent; onRead: () => void }) {
  const [last, setLast] = useState<SpeechSynthesisUtterance>()
  const isPossible = useSyncExternalStore(onVoicesChange, () => voiceOf(language) !== undefined)
  useEffect(() => {
    const stopEarly = () => synthesis()?.cancel()
    window.addEventListener('pagehide', stopEarly)
    return () => {
      stopEarly()
      window.removeEventListener('pagehide', stopEarly)
    }
  }, [])
  return (
    isPossible && (
      <Button look="quiet" onClick={last ? stop : read}>
        {t(last ? 'consent.stopReading' : 'consent.readAloud')}
      </Button>
    )
  )

  function read(): void {
    const voice = voiceOf(language)
    // Chromium's voices stop in the middle of a long utterance, so each heading and each item is one utterance.
    const utterances = consentItems
      .flatMap(item => [text.headings?.[item], text[item]])
      .flatMap(words => (words === undefined ? [] : [new SpeechSynthesisUtterance(words)]))
    const end = () => setLast(now => (now === utterances.at(-1) ? undefined : now))
    for (const utterance of utterances) {
      Object.assign(utterance, { voice, lang: voice?.lang ?? language, onerror: end })
      speechSynthesis.speak(utterance)
    }
    utterances.at(-1)?.addEventListener('end', end)
    setLast(utterances.at(-1))
    onRead()
  }

  function stop(): void {
    synthesis()?.cancel()
    setLast(undefined)
  }
}

function onVoicesChange(onChange: () => void): () => void {
  synthesis()?.addEventListener('voiceschanged', onChange)
  return () => synthesis()?.removeEventListener('voiceschanged', onChange)
}

/** Prefers an Indian voice. Android writes hi_IN where other systems write hi-IN. */
function voiceOf(language: ConsentLanguage): SpeechSynthesisVoice | undefined {
  const voices = (synthesis()?.getVoices() ?? []).filter(({ lang }) => lang.split(/[-_]/)[0] === language)
  return voices.find(({ lang }) => lang.endsWith('IN')) ?? voices[0]
}

function synthesis(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in window ? window.speechSynthesis : undefined
}
