import type { Counters } from '@ekyc/contract/console/refusals'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { create } from 'zustand'
import { type ActName, type Right, rights, type StaffRole } from '@ekyc/contract/console/acts'
import { isRecord } from '@ekyc/contract/is-record'
import { requiredServiceVersion } from '@ekyc/contract/limits'

import type { Sheet } from '../sheet/sheet.ts'

export type Staff = AnswerOf<'getMe'>

type Session = {
  /** Undefined until the server has said who has signed in, and while nobody has signed in. */
  staff: Staff | undefined
  hasEnded: boolean
  /** The numbers that the navigation shows, such as waiting proposals. Every answer to a signed-in person has them. */
  counters: Counters
  /** The time of the server's last answer in this session, by this computer's clock, in ms since 1970. */
  heardAt: number
  /** The file of the last import in this tab. The import's page takes the wrong lines from it. */
  imported: { id: string; sheet: Sheet } | undefined
}

export const emptySession: Session = {
  staff: undefined,
  hasEnded: false,
  counters: { proposals: 0, exceptions: 0, alerts: 0 },
  heardAt: 0,
  imported: undefined,
}

/** Keeps the session in memory only: the console's scripts store no name, role or token of a person in the browser. */
export const useSession = create<Session>(() => emptySession)

export function useStaff(): Staff | undefined {
  return useSession(({ staff }) => staff)
}

/** If another person has signed in, nothing may stay that the first one typed or saw. */
export function signedInAs(staff: Staff): void {
  const before = useSession.getState().staff
  if (before !== undefined && before.id !== staff.id) location.replace('/')
  else useSession.setState({ staff, hasEnded: false })
}

type Means = 'does' | 'proposes' | undefined

/** @param size the number of affected agents */
export function meansOf(roles: readonly StaffRole[], act: ActName, size = 1): Means {
  const { does, atMost = Infinity, secondPerson }: Right = rights[act]
  const isOneOf = (some: readonly StaffRole[] = []) => roles.some(role => some.includes(role))
  if (isOneOf(does) && size <= atMost) return 'does'
  return isOneOf(secondPerson?.proposes) ? 'proposes' : undefined
}

export function useMeans(): (act: ActName, size?: number) => Means {
  const roles = useStaff()?.roles ?? []
  return (act, size) => meansOf(roles, act, size)
}

export function rolesThatMay(act: ActName): readonly StaffRole[] {
  const { does, secondPerson }: Right = rights[act]
  return [...new Set([...does, ...(secondPerson?.proposes ?? [])])]
}

/** The console shows these fields of the branding file, which the portal uses too. The colours come with /brand.css. */
export const useBank = create(() => ({
  bankName: 'Your bank',
  logo: '/icon.svg',
  logoInDark: '/icon.svg',
  deviceServiceVersion: requiredServiceVersion as string,
}))

export async function loadBank(): Promise<void> {
  try {
    const file: unknown = await (await fetch('/branding.json', { cache: 'no-cache' })).json()
    if (!isRecord(file)) return
    const { bankName, logo, logoInDark, deviceServiceVersion } = file
    useBank.setState({
      ...(typeof bankName === 'string' && { bankName }),
      ...(typeof logo === 'string' && { logo }),
      ...(typeof logoInDark === 'string' && { logoInDark }),
      ...(typeof deviceServiceVersion === 'string' && { deviceServiceVersion }),
    })
  } catch {
    // The console keeps the default name and logos.
  }
}
