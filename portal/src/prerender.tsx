import { renderToString } from 'react-dom/server'

import { Portal } from './app/portal.tsx'
import frame from './features/sign-in/sign-in-frame.module.css'
import { SignInFrame } from './features/sign-in/sign-in-frame.tsx'
import { t } from './texts/en/without-script.ts'
import alert from './ui/alert.module.css'
import button from './ui/button.module.css'

/** HTML made at build time, with places for the bank's face. */
export type Prerendered = { logIn: string; didNotLoad: string; switchedOff: string }

export function prerender(): Prerendered {
  return {
    logIn: renderToString(<Portal />),
    didNotLoad: renderToString(<DidNotLoad />),
    switchedOff: renderToString(<SwitchedOff />),
  }
}

/**
 * Outside of what React draws, because it is there for when React is not: keep-early-press.js shows it. Without the
 * alert's drawing, which has a style of its own: the policy refuses that in HTML.
 */
function DidNotLoad() {
  return (
    <div id="did-not-load" hidden>
      <div role="alert" className={`${alert.alert} ${alert.warning} ${frame.above}`}>
        <p className={alert.words}>{t('withoutScript.didNotLoad')}</p>
      </div>
    </div>
  )
}

/** In place of every screen: no form that is filled in for nothing. */
function SwitchedOff() {
  return (
    <noscript>
      <SignInFrame>
        <h1>{t('withoutScript.title')}</h1>
        <p>{t('withoutScript.switchOn')}</p>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the page itself, whichever it is */}
        <a href="" className={`${button.button} ${button.primary}`}>
          {t('withoutScript.again')}
        </a>
      </SignInFrame>
    </noscript>
  )
}
