import { useState } from 'react'

import { useSession } from '../session/session.ts'
import { greeting } from './greeting.ts'

/** Returns the greeting for the hour at which the screen opened, even if the hour has passed. */
export function useGreeting(): string {
  const name = useSession(session => session.profileInfo?.name)
  const [hour] = useState(() => new Date().getHours())
  return greeting(hour, name)
}
