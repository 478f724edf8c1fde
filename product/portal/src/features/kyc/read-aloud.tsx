import { consentItems, type ConsentLanguage } from '@ekyc/contract/consent'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import type { ShownConsent } from './consent.ts'

export function ReadAloud({
  consent: { language, text },
  onRead,
}: {
  consent: ShownConsent
  onRead: () => void
}) {
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
