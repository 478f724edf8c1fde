import { t } from '../texts/t.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { SupportContact } from '../ui/support-contact.tsx'

/** The screens that have their own sentence for a missing privilege. */
export type SorryAbout = 'dashboard' | 'kyc'

/** Replaces a screen for which the agent lacks the privilege, within the page frame. */
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
