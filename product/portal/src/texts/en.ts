import { authority } from '@ekyc/ui/texts/authority-texts.ts'
import { ownTexts } from '@ekyc/ui/texts/texts.ts'

import { deviceCheck } from './en/device-check.ts'
import { exception } from './en/exception.ts'
import { frame } from './en/frame.ts'
import { help } from './en/help.ts'
import { kyc } from './en/kyc.ts'
import { kycRefusals } from './en/kyc-refusals.ts'
import { orders } from './en/orders.ts'
import { scanner } from './en/scanner.ts'
import { security } from './en/security.ts'
import { server } from './en/server.ts'
import { signIn } from './en/sign-in.ts'
import { statistics } from './en/statistics.ts'

/** All English texts of the portal by their keys. The other languages have the same keys. */
export default {
  ...authority,
  ...deviceCheck,
  ...exception,
  ...frame,
  ...help,
  ...kyc,
  ...kycRefusals,
  ...orders,
  ...scanner,
  ...security,
  ...server,
  ...ownTexts,
  ...signIn,
  ...statistics,
}
