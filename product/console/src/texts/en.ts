import { authority } from '@ekyc/ui/texts/authority-texts.ts'
import { ownTexts } from '@ekyc/ui/texts/texts.ts'

import { agentActs } from './en/agent-acts.ts'
import { agents } from './en/agents.ts'
import { alerts } from './en/alerts.ts'
import { actions, audit } from './en/audit.ts'
import { devices } from './en/devices.ts'
import { exceptions } from './en/exceptions.ts'
import { frame } from './en/frame.ts'
import { imports } from './en/imports.ts'
import { orders } from './en/orders.ts'
import { outbox } from './en/outbox.ts'
import { proposals } from './en/proposals.ts'
import { staff } from './en/staff.ts'

export default {
  ...ownTexts,
  ...authority,
  ...actions,
  ...agentActs,
  ...agents,
  ...alerts,
  ...audit,
  ...devices,
  ...exceptions,
  ...frame,
  ...imports,
  ...orders,
  ...outbox,
  ...proposals,
  ...staff,
}
