/** The roles of a bank's staff. A person may have several roles, but an `auditor` has no other role. */
export const staffRoles = ['viewer', 'support', 'supervisor', 'auditor', 'security'] as const
export type StaffRole = (typeof staffRoles)[number]

export type Right = {
  does: readonly StaffRole[]
  /** The largest number of agents for which one person suffices. An act without this field has no limit. */
  atMost?: number
  /**
   * Acts with the same word count together: the agents that a person has changed by them in the last hour or day count
   * to `atMost`. For 'day', the policy has the number.
   */
  sum?: 'hour' | 'day'
  /** True if the act gives a right or gives it back. */
  gives?: true
  /** True if nobody can undo the act. */
  isFinal?: true
  secondPerson?: SecondPerson
  /** True if a person who does the act alone at the console says why. The trail keeps the reason. */
  asksWhy?: true
  /** True if the person must freshly prove who acts, each time. */
  freshProof?: true
}

type SecondPerson = {
  proposes: readonly StaffRole[]
  approves: readonly StaffRole[]
  /** The number of people who must approve, in addition to the person who proposes. */
  quorum: 1 | 2
  /** The number of days after which a proposal expires. */
  days: number
}

const everyone: Right = { does: staffRoles }
const allButViewers: Right = { does: ['support', 'supervisor', 'auditor', 'security'] }
const desk: Right = { does: ['support', 'supervisor'] }
const exporters: Right = { does: ['supervisor', 'auditor', 'security'] }

const trail: Right = { does: ['auditor', 'security'] }

const lead = ['supervisor', 'security'] as const
/** What takes a right from agents, or gives a former one back: from ten agents in an hour on, two people decide. */
const few = { atMost: 10, sum: 'hour' } as const
const stopsWork = { asksWhy: true } as const
const takesRights: SecondPerson = {
  proposes: ['support', 'supervisor', 'security'],
  approves: lead,
  quorum: 1,
  days: 3,
}
const givesRights: SecondPerson = { proposes: lead, approves: lead, quorum: 1, days: 3 }
const bySupervisor: SecondPerson = { ...givesRights, proposes: ['supervisor'] }
const byDesk: SecondPerson = { ...givesRights, proposes: desk.does }
const givesAccess: SecondPerson = { proposes: ['security'], approves: lead, quorum: 1, days: 2 }
const neverUndone: SecondPerson = { proposes: ['supervisor'], approves: lead, quorum: 1, days: 7 }

/**
 * The rights to every act. As a rule, one person may take a right away from up to ten agents. Two people decide about
 * an act that gives a right, cannot be undone or affects many agents.
 */
export const rights = {
  'agent.list': everyone,
  'agent.show': everyone,
  'agent.export': exporters,
  'agent.trail': allButViewers,
  'agent.show-mobile': allButViewers,
  // Alone without roles. The input with roles needs a second person, as does granting a role.
  'agent.add': { does: ['supervisor'], atMost: 1, gives: true, secondPerson: bySupervisor },
  'agent.update': desk,
  'agent.record-kyc': { does: ['supervisor'] },
  'agent.unlock': desk,
  'agent.lift-limits': desk,
  'agent.send-otp': desk,
  'agent.reset-password': { ...desk, ...few, ...stopsWork, secondPerson: byDesk },
  'agent.reset-passkeys': { ...desk, ...few, secondPerson: byDesk },
  'agent.enable': { does: ['supervisor'], ...few, gives: true, secondPerson: bySupervisor },
  'agent.disable': {
    does: ['support', 'supervisor', 'security'],
    ...few,
    ...stopsWork,
    secondPerson: takesRights,
  },
  'agent.disable-many': { does: lead, ...few, ...stopsWork, secondPerson: givesRights },
  'agent.enable-many': { does: ['supervisor'], ...few, gives: true, secondPerson: givesRights },
  'agent.change-mobile': {
    does: [],
    gives: true,
    secondPerson: {
      proposes: ['support', 'supervisor'],
      approves: lead,
      quorum: 1,
      days: 1,
    },
    freshProof: true,
  },
  'import.prepare': { does: ['supervisor'] },
  'import.show': { does: lead },
  'agent.import': { does: [], gives: true, secondPerson: neverUndone },
  'agent.erase': { does: [], isFinal: true, secondPerson: neverUndone, freshProof: true },
  'role.list': everyone,
  'role.grant': { does: [], gives: true, secondPerson: givesRights },
  'role.revoke': { does: lead, ...few, ...stopsWork, secondPerson: givesRights },
  'privilege.withhold': { does: lead, ...few, ...stopsWork, secondPerson: givesRights },
  'privilege.restore': { does: [], gives: true, secondPerson: givesRights },
  'session.list': everyone,
  'session.end': { does: ['support', 'supervisor', 'security'], ...few, secondPerson: takesRights },
  'order.list': everyone,
  'order.find': everyone,
  'order.page': everyone,
  'order.show': everyone,
  'exception.list': allButViewers,
  'exception.decide': { does: ['supervisor'] },
  'device.list': everyone,
  'device.show': everyone,
  'unit.list': everyone,
  'unit.show': everyone,
  'hold.list': exporters,
  'hold.add': { does: lead },
  'hold.remove': { does: [], isFinal: true, secondPerson: neverUndone },
  // One person suffices for some a day, because withdrawing consent must be as easy for a customer as giving it.
  'consent.withdraw': { ...desk, sum: 'day', isFinal: true, secondPerson: byDesk, freshProof: true },
  'consent.take-back': desk,
  'alert.list': everyone,
  'alert.take': { does: lead },
  'alert.close': { does: lead },
  'outbox.list': allButViewers,
  'outbox.retry': { does: ['support', 'supervisor', 'security'] },
  'outbox.test-event': { does: lead },
  'overview.show': everyone,
  'statistics.show': everyone,
  'staff.list': { does: ['security'] },
  'staff.show': { does: ['security'] },
  'staff.disable': { does: ['security'], ...stopsWork },
  'staff.enable': { does: [], gives: true, secondPerson: givesAccess, freshProof: true },
  'staff.end-sessions': { does: ['security'] },
  'staff.end-own-session': everyone,
  'audit.list': trail,
  'audit.show': trail,
  'search.find': everyone,
  'view.list': everyone,
  'view.save': everyone,
  'view.remove': everyone,
  'proposal.list': allButViewers,
  'proposal.show': allButViewers,
  'proposal.vote': { does: lead, freshProof: true },
  // A person may withdraw only a proposal of their own.
  'proposal.withdraw': { does: ['support', 'supervisor', 'security'] },
  // A person may renew a proposal only if the person may propose its act.
  'proposal.renew': { does: ['support', 'supervisor', 'security'] },
  'proposal.comment': allButViewers,
  'emergency.list': everyone,
  // The console's role may not do it: an operator does it, as an emergency.
  'four-eyes.off': { does: [], gives: true, secondPerson: givesAccess, freshProof: true },
} satisfies Record<string, Right>

export type ActName = keyof typeof rights
