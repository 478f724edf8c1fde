import { consentLanguages } from '@ekyc/contract/consent'
import type { ConsentWay } from '@ekyc/contract/shapes'
import { useState } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { MoreBelow } from '@ekyc/ui/more-below.tsx'
import { Select } from '@ekyc/ui/select.tsx'
import styles from './consent-help.module.css'
import { ConsentItems } from './consent-items.tsx'
import { useCustomerLanguage, type ShownConsent } from './consent.ts'
import { ReadAloud } from './read-aloud.tsx'

type ConsentHelpProps = {
  consent: ShownConsent
  onAllSeen: () => void
  onWay: (way: ConsentWay) => void
  onLanguageChange: () => void
}

/** Offers the consent in another language, in large print and read aloud, for customers who cannot read the screen. */
export function ConsentHelp({ consent, onAllSeen, onWay, onLanguageChange }: ConsentHelpProps) {
  const [isLarge, setLarge] = useState(false)
  return (
    <>
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
              const language = consent.languages.find(code => code === event.target.value)
              useCustomerLanguage.setState({ language })
              onLanguageChange()
            }}
          />
        )}
        <Button
          look="quiet"
          onClick={() => {
            setLarge(true)
            onWay('large')
          }}
        >
          {t('consent.show')}
        </Button>
        <ReadAloud key={consent.language} consent={consent} onRead={() => onWay('aloud')} />
      </div>
      {isLarge && (
        <Dialog
          className={styles.large}
          title={t('consent.large')}
          onClose={() => setLarge(false)}
          actions={
            <>
              <MoreBelow onAllSeen={onAllSeen} />
              <Button onClick={() => setLarge(false)}>{t('consent.close')}</Button>
            </>
          }
        >
          <ConsentItems consent={consent} />
        </Dialog>
      )}
    </>
  )
}
