import { lazy, Suspense } from 'react'

import { ProfilePage } from '../features/agents/profile-page.tsx'

const PasskeyCard = lazy(() =>
  import('../features/sign-in/passkey-card.tsx').then(file => ({ default: file.PasskeyCard })),
)

export function ProfileScreen() {
  return (
    <>
      <ProfilePage />
      <Suspense>
        <PasskeyCard />
      </Suspense>
    </>
  )
}
