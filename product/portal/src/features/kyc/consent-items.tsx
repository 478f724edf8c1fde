import { consentItems } from '@ekyc/contract/consent'

import styles from './consent-items.module.css'
import type { ShownConsent } from './consent.ts'

/** Letters that run from right to left: banks write Sindhi and Kashmiri in them or in Devanagari. */
const arabic = /[\u0600-\u06ff]/

/** The consent text item by item, each under the bank's heading where there is one. */
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
