import { authority } from '@ekyc/ui/texts/authority-texts.ts'
import { ownTexts } from '@ekyc/ui/texts/texts.ts'

import { frame } from './en/frame.ts'
import { help } from './en/help.ts'
import { kyc } from './en/kyc.ts'
import { orders } from './en/orders.ts'
import { scanner } from './en/scanner.ts'
import { server } from './en/server.ts'
import { signIn } from './en/sign-in.ts'
import { statistics } from './en/statistics.ts'

/** All English texts of the portal by their keys. The other languages have the same keys. */
export default {
  ...authority,
  ...frame,
  ...help,
  ...kyc,
  ...orders,
  ...scanner,
  ...server,
  ...ownTexts,
  ...signIn,
  ...statistics,
}
