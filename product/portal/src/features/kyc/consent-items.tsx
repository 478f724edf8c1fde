import { consentItems } from '@ekyc/contract/consent'

import styles from './consent-items.module.css'
import type { ShownConsent } from './consent.ts'

/** Matches Arabic letters, which run from right to left. Sindhi and Kashmiri texts use Arabic or Devanagari letters. */
const arabic = /[\u0600-\u06ff]/

export function ConsentItems({ consent: { language, text } }: { consent: ShownConsent }) {
  return (
    <div lang={language} dir={arabic.test(text.purpose) ? 'rtl' : undefined} className={styles.items}>
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
