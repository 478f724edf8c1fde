import { useSession } from '../../session/session.ts'

/** A hidden user name field: a password manager stores a password under its form's user name. */
export function WhosePassword() {
  const phone = useSession(session => session.phone)
  return <input type="text" autoComplete="username" value={phone} readOnly hidden />
}
