import { t } from '../texts/en/frame.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'

/** The screens that say so in words of their own. */
export type SorryAbout = 'dashboard' | 'kyc'

/** A screen of the page frame that the agent's privileges do not open. */
export function Sorry({ about }: { about: SorryAbout }) {
  return (
    <>
      {about !== 'dashboard' && <BackLink />}
      <ScreenTitle>{t(`frame.sorry.${about}`)}</ScreenTitle>
    </>
  )
}
