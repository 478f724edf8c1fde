import { languageCodes, languages, type Language } from '@ekyc/contract/languages'
import { paths } from '@ekyc/contract/paths'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { Button, Spinner } from '@ekyc/ui/controls/button.tsx'
import failure from '@ekyc/ui/states/alert.module.css'
import form from '@ekyc/ui/controls/form.module.css'
import { TextField } from '@ekyc/ui/controls/form.tsx'
import type { ReactNode } from 'react'

import styles from '../features/sign-in/sign-in-frame.module.css'
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx'
import { t, type TextKey } from '../texts/t.ts'
import menu from '../ui/language-menu.module.css'
import { Link } from '../ui/screen.tsx'
import support from '../ui/screen.module.css'

/** The build renders this in each language, the server fills in the places `{{name}}`, and script.ts makes it work. */
export function LogInPage({ language }: { language: Language }) {
  return (
    <>
      <SignInFrame
        menu={
          <div className={menu.language}>
            <select aria-label={t('language.choose')} className={menu.select} defaultValue={language}>
              {languageCodes.map(code => (
                <Part key={code} of={code}>
                  <option value={code} lang={code}>
                    {languages[code].name}
                  </option>
                </Part>
              ))}
            </select>
          </div>
        }
        below={<Below />}
      >
        <div>
          <h1>{t('signIn.title')}</h1>
          <p className={styles.lead}>{t('signIn.lead')}</p>
        </div>
        <form className={form.form} method="post" noValidate>
          <TextField
            label={t('signIn.mobile')}
            prefix="+91"
            name="mobile"
            inputMode="numeric"
            autoComplete="tel-national"
            defaultValue="{{mobile}}"
          />
          <Button type="submit" name="intent" value="continue" wide>
            {t('signIn.continue')}
          </Button>
          <Button type="submit" name="intent" value="forgot" look="link">
            {t('signIn.forgot')}
          </Button>
        </form>
      </SignInFrame>
      {Object.entries(templates).map(([name, Template]) => (
        <template key={name} id={name}>
          <Template />
        </template>
      ))}
    </>
  )
}

/** The page has these texts as data, because the script may have to say them. */
export const scriptTexts = [
  'call.fault',
  'call.offline',
  'call.serverAway',
  'call.slow',
  'language.notLoaded',
  'network.gone',
  'network.serverAway',
  'signIn.mobileWrong',
  'signIn.mobileWrongForReset',
  'withoutScript.didNotLoad',
] as const satisfies readonly TextKey[]

export type TemplateName = keyof typeof templates

/** The script shows copies of these, and writes the texts into the places with `data-text`. */
const templates = {
  notice: () => (
    <Alert tone="warning">
      <p data-text />
    </Alert>
  ),
  network: () => (
    <Alert tone="warning">
      <p>
        <strong data-text /> {t('network.works')}
      </p>
    </Alert>
  ),
  failure: () => (
    <Alert>
      <p data-text />
      <p data-text className={failure.own} />
    </Alert>
  ),
  refusal: () => <p data-text className={form.error} id="mobile-refusal" role="alert" />,
  working: () => <Spinner label={t('shared.working')} />,
}

function Below() {
  return (
    <>
      <Link to={paths.termsAndConditions}>{t('help.terms')}</Link>
      <Link to={paths.privacyPolicy}>{t('privacy.onboarding.title')}</Link>
      <Link to={paths.deviceCheck}>{t('check.title')}</Link>
      <Part of="supportPhone">
        <p className={`row-8 quiet ${support.contact}`}>
          <span>
            {t('support.call')} <a href="tel:{{supportDialled}}">{'{{supportPhone}}'}</a>
          </span>
          <Part of="supportWhatsApp">
            <a href="https://wa.me/{{supportWhatsApp}}" target="_blank" rel="noreferrer">
              {t('support.whatsApp')}
            </a>
          </Part>
          <Part of="supportHours">
            <span>{'{{supportHours}}'}</span>
          </Part>
        </p>
      </Part>
      <Part of="notice">
        <Alert tone="info">{'{{notice}}'}</Alert>
      </Part>
    </>
  )
}

/** The server drops the part if the bank has set no value `of` this name. */
function Part({ of: name, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`{{#${name}}}`}
      {children}
      {`{{/${name}}}`}
    </>
  )
}
