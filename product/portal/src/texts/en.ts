import { authority } from '@ekyc/ui/texts/authority-texts.ts'
import { ownTexts } from '@ekyc/ui/texts/texts.ts'

import { agents } from './en/agents.ts'
import { app } from './en/app.ts'
import { consent } from './en/consent.ts'
import { deviceCheck } from './en/device-check.ts'
import { exception } from './en/exception.ts'
import { fallback } from './en/fallback.ts'
import { frame } from './en/frame.ts'
import { help } from './en/help.ts'
import { kyc } from './en/kyc.ts'
import { kycRefusals } from './en/kyc-refusals.ts'
import { language } from './en/language.ts'
import { orders } from './en/orders.ts'
import { passkeys } from './en/passkeys.ts'
import { password } from './en/password.ts'
import { scanner } from './en/scanner.ts'
import { security } from './en/security.ts'
import { server } from './en/server.ts'
import { signIn } from './en/sign-in.ts'
import { statistics } from './en/statistics.ts'
import { support } from './en/support.ts'
import { withoutScript } from './en/without-script.ts'

/** All English texts of the portal by their keys. The other languages have the same keys. */
export default {
  ...agents,
  ...app,
  ...authority,
  ...consent,
  ...deviceCheck,
  ...exception,
  ...fallback,
  ...frame,
  ...help,
  ...kyc,
  ...kycRefusals,
  ...language,
  ...orders,
  ...passkeys,
  ...password,
  ...scanner,
  ...security,
  ...server,
  ...ownTexts,
  ...signIn,
  ...statistics,
  ...support,
  ...withoutScript,
}
