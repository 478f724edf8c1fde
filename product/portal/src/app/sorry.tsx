import { t } from '../texts/t.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { SupportContact } from '../ui/support-contact.tsx'

export type SorryAbout = 'dashboard' | 'kyc'

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
