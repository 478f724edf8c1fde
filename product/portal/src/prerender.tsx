import type { Language } from '@ekyc/contract/languages'
import button from '@ekyc/ui/controls/button.module.css'
import { renderToStaticMarkup } from 'react-dom/server'

import frame from './features/sign-in/sign-in-frame.module.css'
import { LogInPage, scriptTexts } from './log-in/log-in-page.tsx'
import { catalogues } from './texts/catalogues.ts'
import { type Catalogue, setTexts, t, type TextKey } from './texts/t.ts'
import { BrandMark } from './ui/screen.tsx'

export type Prerendered = Awaited<ReturnType<typeof prerender>>

export async function prerender(language: Language) {
  const { default: catalogue }: { default: Partial<Catalogue> } = await catalogues[language]()
  // The server inserts the bank's promises to agents, if any, in these places.
  const places = promises.map((key, at) => [key, `{{promise${at}|${catalogue[key] ?? ''}}}`])
  setTexts({ ...catalogue, ...Object.fromEntries(places) })
  const logIn = renderToStaticMarkup(<LogInPage language={language} />)
  return {
    title: t('signIn.title'),
    // Removes React's preload links for pictures, because the pictures stand right after these links.
    logIn: logIn.replaceAll(/<link rel="preload" as="image"[^>]*>/g, ''),
    switchedOff: renderToStaticMarkup(<SwitchedOff />),
    texts: { logIn: textsOf(scriptTexts), others: textsOf(textsOfErrors) },
  }
}

/** The texts of the last-resort error, which shows also if no other text has loaded. */
const textsOfErrors = [
  'app.loading',
  'app.error.title',
  'app.error.text',
  'app.error.reload',
] as const satisfies readonly TextKey[]

function textsOf(keys: readonly TextKey[]): Record<string, string> {
  return Object.fromEntries(keys.map(key => [key, t(key)]))
}

const promises = ['signIn.promise.scanners', 'signIn.promise.biometrics', 'signIn.promise.help'] as const

/** Repeats the markup of SignInFrame without `main`, because HTML allows no `main` inside `noscript`. */
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
