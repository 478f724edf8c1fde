import type { ActName } from '@ekyc/contract/console/acts'

import type { Act } from './act.ts'
import { addAgent } from './agents/add-agent.ts'
import { closeAlert, listAlerts, takeAlert } from './fraud/alerts.ts'
import { applyImport } from './imports/apply-import.ts'
import { listAudit, showAuditRow } from './audit/audit.ts'
import { disableAgent, disableAgents } from './agents/disable-agents.ts'
import { listEmergencies } from './staff/emergencies.ts'
import { eraseAgent } from './agents/erase-agent.ts'
import { decideException, listExceptions } from './kyc/exceptions.ts'
import { endFourEyes } from './four-eyes.ts'
import { forMany } from './for-many.ts'
import { addHold, listHolds, removeHold } from './kyc/holds.ts'
import { createImport, showImport } from './imports/imports.ts'
import { exportAgents, listAgents } from './agents/list-agents.ts'
import { lookAtTrail, showMobile } from './agents/look-at-agent.ts'
import { enableAgent, liftLimits, unlockAgent } from './agents/open-agent.ts'
import { pageOrders } from './kyc/find-orders.ts'
import { listModels, listUnits, showModel, showUnit } from './agents/devices.ts'
import { findOrders, listOrders } from './kyc/orders.ts'
import { showOverview } from './staff/overview.ts'
import { listMessages, retryMessages, sendTestEvent } from './messages/outbox.ts'
import {
  commentOnProposal,
  listProposals,
  proposing,
  renewing,
  showing,
  voting,
  withdrawProposal,
} from './proposals.ts'
import { resetPasskeys, resetPassword } from './agents/reset-agent.ts'
import { grantRole, listRoles, restorePrivilege, revokeRole, withholdPrivilege } from './agents/roles.ts'
import { search } from './staff/search.ts'
import { sendOtp } from './agents/send-otp.ts'
import { endSessions, listSessions } from './agents/sessions.ts'
import { showAgent } from './agents/show-agent.ts'
import {
  disableStaff,
  enableStaff,
  endOwnSession,
  endStaffSessions,
  listStaff,
  showStaff,
} from './staff/staff.ts'
import { showOrder } from './kyc/show-order.ts'
import { showStatistics } from './kyc/statistics.ts'
import { changeMobile, recordKyc, updateAgent } from './agents/update-agent.ts'
import { takeBackConsent, withdrawConsent } from './kyc/withdraw-consent.ts'
import { listViews, removeView, saveView } from './staff/views.ts'

const actNamed = (name: ActName) => acts[name]
export const propose = proposing(actNamed)
export const voteOnProposal = voting(actNamed)
export const renewProposal = renewing(actNamed)
export const showProposal = showing(actNamed)

/** One act for each name, for callers that get the name from a request. `perform` refuses an input of a wrong form. */
export const acts: Record<ActName, Act<unknown, unknown>> = {
  'agent.list': listAgents,
  'agent.show': showAgent,
  'agent.export': exportAgents,
  'agent.trail': lookAtTrail,
  'agent.show-mobile': showMobile,
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
  'agent.disable-many': forMany(disableAgent, disableAgents),
  'agent.enable-many': forMany(enableAgent, { ...enableAgent, name: 'agent.enable-many' }),
  'agent.change-mobile': changeMobile,
  'import.prepare': createImport,
  'import.show': showImport,
  'agent.import': applyImport,
  'agent.erase': eraseAgent,
  'role.list': listRoles,
  'role.grant': forMany(grantRole, grantRole),
  'role.revoke': forMany(revokeRole, revokeRole),
  'privilege.withhold': forMany(withholdPrivilege, withholdPrivilege),
  'privilege.restore': forMany(restorePrivilege, restorePrivilege),
  'session.list': listSessions,
  'session.end': forMany(endSessions, endSessions),
  'order.list': listOrders,
  'order.find': findOrders,
  'order.page': pageOrders,
  'order.show': showOrder,
  'exception.list': listExceptions,
  'exception.decide': decideException,
  'device.list': listModels,
  'device.show': showModel,
  'unit.list': listUnits,
  'unit.show': showUnit,
  'hold.list': listHolds,
  'hold.add': addHold,
  'hold.remove': removeHold,
  'consent.withdraw': withdrawConsent,
  'consent.take-back': takeBackConsent,
  'alert.list': listAlerts,
  'alert.take': takeAlert,
  'alert.close': closeAlert,
  'outbox.list': listMessages,
  'outbox.retry': retryMessages,
  'outbox.test-event': sendTestEvent,
  'overview.show': showOverview,
  'statistics.show': showStatistics,
  'staff.list': listStaff,
  'staff.show': showStaff,
  'staff.disable': disableStaff,
  'staff.enable': enableStaff,
  'staff.end-sessions': endStaffSessions,
  'staff.end-own-session': endOwnSession,
  'audit.list': listAudit,
  'audit.show': showAuditRow,
  'proposal.list': listProposals,
  'proposal.show': showProposal,
  'proposal.vote': voteOnProposal,
  'proposal.withdraw': withdrawProposal,
  'proposal.renew': renewProposal,
  'proposal.comment': commentOnProposal,
  'emergency.list': listEmergencies,
  'four-eyes.off': endFourEyes,
  'search.find': search,
  'view.list': listViews,
  'view.save': saveView,
  'view.remove': removeView,
}
