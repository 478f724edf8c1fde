import { useSession } from '../../session/session.ts'

/** Shows a hidden user name field, because a password manager stores a password under the user name of its form. */
export function WhosePassword() {
  const phone = useSession(session => session.phone)
  return <input type="text" autoComplete="username" value={phone} readOnly hidden />
}
