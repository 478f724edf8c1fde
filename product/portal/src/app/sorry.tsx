import { t } from '../texts/t.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { SupportContact } from '../ui/support-contact.tsx'

/** The screens for which the catalogue has a separate sentence about the missing privilege. */
export type SorryAbout = 'dashboard' | 'kyc'

/** Shows an apology within the page frame, in place of a screen for which the agent lacks the privilege. */
export function Sorry({ about }: { about: SorryAbout }) {
  return (
    <>
      {about !== 'dashboard' && <BackLink />}
      <ScreenTitle>{t(`frame.sorry.${about}`)}</ScreenTitle>
      <p>{t('frame.askBank')}</p>
      <SupportContact />
    </>
  )
}
