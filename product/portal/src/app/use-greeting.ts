import { useState } from 'react'

import { useSession } from '../session/session.ts'
import { greeting } from './greeting.ts'

/** Keeps the sentence of the hour in which it was first shown. */
export function useGreeting(): string {
  const name = useSession(session => session.profileInfo?.name)
  const [hour] = useState(() => new Date().getHours())
  return greeting(hour, name)
}
