import { useSession } from '../../session/session.ts'

/** Unseen: a password manager keeps a password with the name that stands in its form. */
export function WhosePassword() {
  const phone = useSession(session => session.phone)
  return <input type="text" autoComplete="username" value={phone} readOnly hidden />
}
