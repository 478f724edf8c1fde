import type { ActName, rights } from '@ekyc/contract/console/acts'

import type { Act } from './act.ts'
import { addAgent, changeMobile, eraseAgent, recordKyc, updateAgent } from './agents/agents.ts'
import {
  disableAgent,
  disableAgents,
  enableAgent,
  endSessions,
  grantRole,
  liftLimits,
  resetPasskeys,
  resetPassword,
  restorePrivilege,
  revokeRole,
  sendOtp,
  unlockAgent,
  withholdPrivilege,
} from './agents/access.ts'
import { actOnMany } from './act-on-many.ts'
import { endFourEyes } from './four-eyes.ts'
import { closeAlert, takeAlert } from './fraud/alerts.ts'
import { applyImport } from './imports/import-sheet.ts'
import { decideException } from './kyc/kyc-exceptions.ts'
import { addHold, removeHold } from './kyc/legal-holds.ts'
import { takeBackConsent, withdrawConsent } from './kyc/withdraw-consent.ts'
import { retryMessages, sendTestEvent } from './messages/outbox.ts'
import { disableStaff, enableStaff, endOwnSession, endStaffSessions } from './staff/staff.ts'

type OfTwoPeople = {
  [Name in ActName]: (typeof rights)[Name] extends { secondPerson: object } ? Name : never
}[ActName]

/** The acts that a proposal, or the console's call `doAct`, names. Every other act has a call of its own. */
export const acts: Partial<Record<ActName, Act<unknown, unknown>>> &
  Record<OfTwoPeople, Act<unknown, unknown>> = {
  'agent.add': addAgent,
  'agent.update': updateAgent,
  'agent.record-kyc': recordKyc,
  'agent.unlock': unlockAgent,
  'agent.lift-limits': liftLimits,
  'agent.send-otp': sendOtp,
  'agent.reset-password': resetPassword,
  'agent.reset-passkeys': resetPasskeys,
  'agent.enable': enableAgent,
  'agent.disable': disableAgent,
  'agent.disable-many': actOnMany(disableAgent, disableAgents),
  'agent.enable-many': actOnMany(enableAgent, { ...enableAgent, name: 'agent.enable-many' }),
  'agent.change-mobile': changeMobile,
  'agent.import': applyImport,
  'agent.erase': eraseAgent,
  'role.grant': actOnMany(grantRole, grantRole),
  'role.revoke': actOnMany(revokeRole, revokeRole),
  'privilege.withhold': actOnMany(withholdPrivilege, withholdPrivilege),
  'privilege.restore': actOnMany(restorePrivilege, restorePrivilege),
  'session.end': actOnMany(endSessions, endSessions),
  'exception.decide': decideException,
  'hold.add': addHold,
  'hold.remove': removeHold,
  'consent.withdraw': withdrawConsent,
  'consent.take-back': takeBackConsent,
  'alert.take': takeAlert,
  'alert.close': closeAlert,
  'outbox.retry': retryMessages,
  'outbox.test-event': sendTestEvent,
  'staff.disable': disableStaff,
  'staff.enable': enableStaff,
  'staff.end-sessions': endStaffSessions,
  'staff.end-own-session': endOwnSession,
  'four-eyes.off': endFourEyes,
}
