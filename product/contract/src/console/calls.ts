import type { ActName } from './acts.ts'

export const consoleBase = '/api/console/v1'

/**
 * The calls of the bank's console as plain data. Routes, the console's client and its API reference derive from this
 * map; `shapes.ts` gives each call its request and answer.
 */
export const consoleCalls = {
  getMe: get('/me', 'staff'),
  signOut: post('/sign-out', 'staff'),
  getOverview: get('/overview', 'overview.show'),
  listProposals: get('/proposals', 'proposal.list'),
  getProposal: get('/proposals/:number', 'proposal.show'),
  vote: post('/proposals/:number/vote', 'proposal.vote'),
  withdraw: post('/proposals/:number/withdraw', 'proposal.withdraw'),
  comment: post('/proposals/:number/comment', 'proposal.comment'),
  proposeAnew: post('/proposals/:number/anew', 'proposal.renew'),
  listEmergencies: get('/emergencies', 'emergency.list'),
  doAct: post('/acts/:name', 'staff'),
  planAct: post('/acts/:name/plan', 'staff'),
  createImport: post('/imports', 'import.prepare'),
  addLines: post('/imports/:id/lines', 'import.prepare'),
  planImport: post('/imports/:id/plan', 'import.prepare'),
  getImport: get('/imports/:id', 'import.show'),
  dropImport: remove('/imports/:id', 'import.prepare'),

  startSignIn: get('/sign-in/oidc/start', 'public'),
  finishSignIn: get('/sign-in/oidc/return', 'provider'),
  endByProvider: post('/sign-in/oidc/logout', 'provider'),
  startProof: post('/prove/start', 'staff'),
  prove: post('/prove', 'staff'),
  listStaff: get('/staff', 'staff.list'),
  getStaff: get('/staff/:id', 'staff.show'),
  listOrders: get('/orders', 'order.page'),
  getOrder: get('/orders/:id', 'order.show'),

  listAlerts: get('/alerts', 'alert.list'),
  listExceptions: get('/exceptions', 'exception.list'),
  listModels: get('/devices', 'device.list'),
  getModel: get('/devices/models/:model', 'device.show'),
  listUnits: get('/devices/units', 'unit.list'),
  getUnit: get('/devices/units/:unit', 'unit.show'),

  search: post('/search', 'search.find'),
  listAgents: get('/agents', 'agent.list'),
  exportAgents: get('/export/agents', 'agent.export'),
  getAgent: get('/agents/:id', 'agent.show'),
  listAgentSessions: get('/agents/:id/sessions', 'session.list'),
  listAgentTrail: get('/agents/:id/trail', 'agent.trail'),
  showMobile: post('/agents/:id/mobile', 'agent.show-mobile'),

  listViews: get('/me/views', 'view.list'),
  saveView: post('/me/views', 'view.save'),
  removeView: remove('/me/views/:id', 'view.remove'),

  listMessages: get('/outbox', 'outbox.list'),
  listAudit: get('/audit', 'audit.list'),
  getChain: get('/audit/chain', 'audit.list'),
  verifyAudit: post('/audit/verify', 'audit.list'),
  exportAudit: get('/export/audit', 'audit.list'),
  getAuditRow: get('/audit/rows/:position', 'audit.list'),
} as const satisfies Record<string, ConsoleCall>

export type ConsoleCallName = keyof typeof consoleCalls

/** A page makes this call again by itself. So the call does not put off the end of an idle session. */
export const watchedCall: ConsoleCallName = 'getOverview'

export type ConsoleCall = {
  method: 'GET' | 'POST' | 'DELETE'
  /** The path after `consoleBase`. */
  path: string
  access: ConsoleAccess
}

/**
 * The callers that a call accepts: 'public' accepts anybody; 'provider' accepts the bank's identity provider, or a
 * browser that the provider redirects, if the request's content proves it; 'staff' accepts any person who has signed
 * in; the name of an act accepts the people whose roles may do, propose or approve this act.
 */
type ConsoleAccess = 'public' | 'provider' | 'staff' | ActName

function get<const P extends string, const A extends ConsoleAccess>(path: P, access: A) {
  return { method: 'GET', path, access } as const
}

function post<const P extends string, const A extends ConsoleAccess>(path: P, access: A) {
  return { method: 'POST', path, access } as const
}

function remove<const P extends string, const A extends ConsoleAccess>(path: P, access: A) {
  return { method: 'DELETE', path, access } as const
}
