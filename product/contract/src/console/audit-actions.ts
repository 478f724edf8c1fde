import { rights, type ActName } from './acts.ts'

/** The actions of the audit trail that are no acts of the console: those of agents, of the server and of the command line. */
const otherActions = [
  'access.deny',
  'access.throttle',
  'agent.preview-import',
  'audit.archive',
  'audit.erase',
  'audit.export',
  'audit.prove-restore',
  'audit.verify',
  'compliance.check',
  'compliance.sign',
  'consent.give',
  'consent.tell',
  'database.begin-distribute',
  'database.distribute',
  'database.show',
  'demo.remove',
  'evidence.pack',
  'evidence.touched',
  'exception.record',
  'order.open',
  'order.settle',
  'order.submit',
  'passkey.add',
  'passkey.prove',
  'passkey.remove',
  'password.check-otp',
  'password.rehash',
  'password.send-otp',
  'password.set',
  'proposal.make',
  'schema.migrate',
  'session.open',
  'session.refuse',
  'staff.sign-in',
  'staff.sign-out',
] as const

export type AuditAction = ActName | (typeof otherActions)[number]

export const auditActions: readonly string[] = [...Object.keys(rights), ...otherActions]
