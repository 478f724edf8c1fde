import { renderToString } from 'react-dom/server'

import { Portal } from './app/portal.tsx'
import { t } from './texts/en/without-script.ts'
import styles from './ui/alert.module.css'

/** HTML made at build time, with places for the bank's face. */
export type Prerendered = { logIn: string; didNotLoad: string }

export function prerender(): Prerendered {
  return { logIn: renderToString(<Portal />), didNotLoad: renderToString(<DidNotLoad />) }
}

/** Outside of what React draws, because it is there for when React is not: keep-early-press.js shows it. */
function DidNotLoad() {
  return (
    <>
      <noscript>
        <Banner>{t('withoutScript.switchedOff')}</Banner>
      </noscript>
      <div id="did-not-load" hidden>
        <Banner>{t('withoutScript.didNotLoad')}</Banner>
      </div>
    </>
  )
}

/** An alert without its drawing, which has a style of its own: the policy refuses that in HTML. */
function Banner({ children }: { children: string }) {
  return (
    <div role="alert" className={`${styles.alert} ${styles.warning}`}>
      <p className={styles.words}>{children}</p>
    </div>
  )
}
