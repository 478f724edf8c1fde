import { languages, type Language } from '@ekyc/contract/languages'
import { useState } from 'react'
import { useLanguage } from '@ekyc/ui/texts/language.ts'
import { showLanguage } from '@ekyc/ui/texts/show-language.ts'

import { useBranding } from '../api/branding.ts'
import { catalogues } from '../texts/catalogues.ts'
import { t } from '../texts/t.ts'
import styles from './language-menu.module.css'

export function LanguageMenu() {
  const current = useLanguage(({ language }) => language)
  const bankLanguages = useBranding(({ languages: bank }) => bank)
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className={styles.language}>
      <select
        aria-label={t('language.choose')}
        className={styles.select}
        value={current}
        onChange={event => change(bankLanguages?.find(language => language === event.target.value))}
      >
        {(bankLanguages ?? [current]).map(language => (
          <option key={language} value={language} lang={language}>
            {languages[language].name}
          </option>
        ))}
      </select>
      {hasFailed && <p role="alert">{t('language.notLoaded')}</p>}
    </div>
  )

  function change(language: Language | undefined): void {
    if (!language) return
    setFailed(false)
    showLanguage(catalogues, language).catch(() => setFailed(true))
  }
}
