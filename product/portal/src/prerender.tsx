import type { Language } from '@ekyc/contract/languages'
import { renderToString } from 'react-dom/server'

import { Portal } from './app/portal.tsx'
import frame from './features/sign-in/sign-in-frame.module.css'
import { catalogues } from './texts/catalogues.ts'
import { firstTexts } from './texts/first-texts.ts'
import { useLanguage } from './texts/language.ts'
import { setTexts, t, type Catalogue } from './texts/t.ts'
import alert from '@ekyc/ui/alert.module.css'
import { BrandMark } from './ui/brand-mark.tsx'
import button from '@ekyc/ui/button.module.css'

export type Prerendered = {
  logIn: string
  didNotLoad: string
  switchedOff: string
  texts: Partial<Catalogue>
}

/** Renders the pages of one language at build time, with placeholders for the branding. */
export async function prerender(language: Language): Promise<Prerendered> {
  const { default: catalogue } = await catalogues[language]()
  const texts = firstTexts(catalogue)
  useLanguage.setState({ language })
  // Sets only the texts that the log-in page will contain, so that a missing text fails the build.
  setTexts({ ...texts, ...Object.fromEntries(promises.map(promisePlace(texts))) })
  const logIn = renderToString(<Portal />)
  setTexts(catalogue)
  return {
    logIn,
    didNotLoad: renderToString(<DidNotLoad />),
    switchedOff: renderToString(<SwitchedOff />),
    texts,
  }
}

const promises = ['signIn.promise.scanners', 'signIn.promise.biometrics', 'signIn.promise.help'] as const

/** Returns a function that makes the placeholder of a promise to agents. The server inserts the bank's text, if any. */
function promisePlace(texts: Partial<Catalogue>) {
  return (key: (typeof promises)[number], at: number) =>
    [key, `{{promise${at}|${texts[key] ?? ''}}}`] as const
}

/**
 * The notice stands outside React's root, because early.ts reveals it. The notice has no icon, because the page's
 * policy refuses the icon's inline style in HTML.
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

/**
 * Replaces the whole screen if scripts are off, so that nobody fills in the form in vain. The component repeats the
 * markup of SignInFrame without `main`, because HTML allows no `main` inside `noscript`.
 */
function SwitchedOff() {
  return (
    <noscript>
      <div className={frame.page}>
        <header className={frame.head}>
          <BrandMark />
        </header>
        <div className={frame.card}>
          <h1>{t('withoutScript.title')}</h1>
          <p>{t('withoutScript.switchOn')}</p>
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the page itself, whichever it is */}
          <a href="" className={`${button.button} ${button.primary}`}>
            {t('withoutScript.again')}
          </a>
        </div>
      </div>
    </noscript>
  )
}
