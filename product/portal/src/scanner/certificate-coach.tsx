import { t } from '../texts/t.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './certificate-coach.module.css'
import { thisBrowser } from './this-browser.ts'

/**
 * Guides the agent to a device service over https whose certificate the browser does not trust. No page can tell such a
 * service from a closed port, so the agent opens its address.
 */
export function CertificateCoach() {
  const { kind } = thisBrowser()
  const warning = described.find(browser => browser === kind) ?? 'other'
  return (
    <Disclosure title={t('scanner.certificate.title')}>
      <div className={styles.coach}>
        <p>{t('scanner.certificate.words')}</p>
        <ul>
          {ports.map(port => (
            <li key={port}>
              <a href={`https://127.0.0.1:${port}/`} target="_blank" rel="noreferrer">
                https://127.0.0.1:{port}
              </a>
            </li>
          ))}
        </ul>
        <p>{t(`scanner.certificate.${warning}`)}</p>
        <p>{t('scanner.certificate.nothing')}</p>
        <p>{t('scanner.certificate.back')}</p>
      </div>
    </Disclosure>
  )
}

/** A service takes the first free port of 11100 to 11120. */
const ports = [11_100, 11_101, 11_102, 11_103, 11_104, 11_105]

const described = ['chrome', 'edge', 'firefox'] as const
