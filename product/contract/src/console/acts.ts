/** The roles of a bank's staff. A person may have several roles, but an `auditor` has no other role. */
export const staffRoles = ['viewer', 'support', 'supervisor', 'auditor', 'security'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The roles that may do an act, alone or with a second person's approval. */
export type Right = {
  /** The roles that may do the act alone. */
  does: readonly StaffRole[]
  /** The largest number of agents for which one person suffices. An act without this field has no limit. */
  atMost?: number
  secondPerson?: SecondPerson
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
const givesRights: SecondPerson = { proposes: lead, approves: lead, quorum: 1, days: 3 }
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
  'agent.add': { does: ['supervisor'] },
  'agent.update': desk,
  'agent.record-kyc': { does: ['supervisor'] },
  'agent.unlock': desk,
  'agent.lift-limits': desk,
  'agent.send-otp': desk,
  'agent.reset-password': desk,
  'agent.reset-passkeys': desk,
  'agent.enable': { does: ['supervisor'] },
  'agent.disable': { does: ['support', 'supervisor', 'security'] },
  'agent.disable-many': { does: lead, atMost: 10, secondPerson: givesRights },
  'agent.enable-many': { does: ['supervisor'], atMost: 10, secondPerson: givesRights },
  'agent.change-mobile': {
    does: [],
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
  'agent.import': { does: [], secondPerson: neverUndone },
  'import.undo': { does: [], secondPerson: neverUndone },
  'agent.erase': { does: [], secondPerson: neverUndone, freshProof: true },
  'role.list': everyone,
  'role.grant': { does: [], secondPerson: givesRights },
  'role.revoke': { does: lead, atMost: 10, secondPerson: givesRights },
  'privilege.withhold': { does: lead, atMost: 10, secondPerson: givesRights },
  'privilege.restore': { does: [], secondPerson: givesRights },
  'session.list': everyone,
  'session.end': { does: ['support', 'supervisor', 'security'] },
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
  'hold.remove': { does: [], secondPerson: neverUndone },
  // One person suffices, because withdrawing consent must be as easy for a customer as giving it.
  'consent.withdraw': desk,
  'alert.list': everyone,
  'alert.close': { does: lead },
  'outbox.list': allButViewers,
  'outbox.retry': { does: ['support', 'supervisor', 'security'] },
  'outbox.test-event': { does: lead },
  'statistics.show': everyone,
  'staff.list': { does: ['security'] },
  'staff.show': { does: ['security'] },
  'staff.passkeys': everyone,
  'staff.add': { does: [], secondPerson: givesAccess, freshProof: true },
  'staff.roles': { does: [], secondPerson: givesAccess, freshProof: true },
  'staff.enrol': { does: [], secondPerson: givesAccess, freshProof: true },
  'staff.link': { does: ['security'] },
  'staff.disable': { does: ['security'] },
  'staff.enable': { does: [], secondPerson: givesAccess, freshProof: true },
  'staff.end-sessions': { does: ['security'] },
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
  'four-eyes.off': { does: [], secondPerson: givesAccess, freshProof: true },
  'emergency.acknowledge': { does: exporters.does, freshProof: true },
} satisfies Record<string, Right>

export type ActName = keyof typeof rights
