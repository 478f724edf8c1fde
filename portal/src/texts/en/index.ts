import { agents } from './agents.ts'
import { app } from './app.ts'
import { authority } from './authority.ts'
import { calls } from './calls.ts'
import { consent } from './consent.ts'
import { copy } from './copy.ts'
import { deviceCheck } from './device-check.ts'
import { fallback } from './fallback.ts'
import { frame } from './frame.ts'
import { help } from './help.ts'
import { kyc } from './kyc.ts'
import { kycRefusals } from './kyc-refusals.ts'
import { language } from './language.ts'
import { offline } from './offline.ts'
import { orders } from './orders.ts'
import { passkeys } from './passkeys.ts'
import { password } from './password.ts'
import { scanner } from './scanner.ts'
import { score } from './score.ts'
import { server } from './server.ts'
import { shared } from './shared.ts'
import { signIn } from './sign-in.ts'
import { statistics } from './statistics.ts'
import { support } from './support.ts'
import { withoutScript } from './without-script.ts'

/** Every English text of the portal by its key; the other languages have the same keys. */
export default {
  ...agents,
  ...app,
  ...authority,
  ...calls,
  ...consent,
  ...copy,
  ...deviceCheck,
  ...fallback,
  ...frame,
  ...help,
  ...kyc,
  ...kycRefusals,
  ...language,
  ...offline,
  ...orders,
  ...passkeys,
  ...password,
  ...scanner,
  ...score,
  ...server,
  ...shared,
  ...signIn,
  ...statistics,
  ...support,
  ...withoutScript,
}
