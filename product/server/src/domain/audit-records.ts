import { createHash } from 'node:crypto'

import { minuteMs, secondMs } from './durations.ts'

export type Proof = {
  action: string
  agentId: string | null
  subject: string
  happenedOn: Date
}

export const provingActions = [
  'order.settle',
  'session.open',
  'password.set',
  'password.rehash',
  'passkey.add',
  'role.grant',
  'agent.add',
] as const

/** A record in the database that must have an audit row. */
export type Thing =
  | { what: 'order'; id: string }
  | { what: 'session' | 'passkey'; agentId: string; since: Date }
  | { what: 'password'; agentId: string; print: string }
  | { what: 'role'; agentId: string; role: string }

/** Returns a fingerprint of a password hash for audit rows. Nobody can compute the hash or the password from it. */
export function hashPrint(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex').slice(0, printLength)
}

const printLength = 16
/** The largest difference between the time of a session or passkey and the time of its audit row, in ms. */
const sameMs = secondMs
/**
 * The margin before the start of a verification, in ms. An audit row of a password from this margin or later may belong
 * to an older or a newer hash than the hash that the verification has read.
 */
const meanwhileMs = minuteMs

/** Collects records and removes each record that an audit row proves. Rows must come in the order of their times. */
export function createRecords(startedOn: Date) {
  const orders = new Set<string>()
  const moments = new Map<string, number[]>()
  const passwords = new Map<string, string>()
  const last = new Map<string, string>()
  const roles = new Set<string>()

  return {
    add(thing: Thing): void {
      if (thing.what === 'order') orders.add(thing.id)
      if (thing.what === 'password') passwords.set(thing.agentId, thing.print)
      if (thing.what === 'role') roles.add(`${thing.agentId} ${thing.role}`)
      if (thing.what === 'session' || thing.what === 'passkey') {
        const key = `${thing.what} ${thing.agentId}`
        moments.set(key, [...(moments.get(key) ?? []), thing.since.getTime()])
      }
    },

    prove({ action, agentId, subject, happenedOn }: Proof): void {
      if (action === 'order.settle') orders.delete(subject)
      if (agentId === null) return
      if (action === 'session.open') proveMoment(`session ${agentId}`, happenedOn)
      if (action === 'passkey.add') proveMoment(`passkey ${agentId}`, happenedOn)
      if (action.startsWith('password.')) provePassword(agentId, subject.slice(-printLength), happenedOn)
      if (action === 'role.grant' || action === 'agent.add')
        for (const role of subject.split(' ').slice(1)) roles.delete(`${agentId} ${role}`)
    },

    /** @returns the names of the unproven records, once `prove` has been called with all rows */
    unproven(): Record<Thing['what'], string[]> {
      const ofMoments = (what: string) =>
        [...moments].flatMap(([key, times]) =>
          key.startsWith(`${what} `)
            ? times.map(time => `${key.slice(what.length + 1)} of ${new Date(time).toISOString()}`)
            : [],
        )
      return {
        order: [...orders],
        session: ofMoments('session'),
        password: [...passwords].flatMap(([agentId, print]) => (last.get(agentId) === print ? [] : agentId)),
        passkey: ofMoments('passkey'),
        role: [...roles],
      }
    },
  }

  function proveMoment(key: string, happenedOn: Date): void {
    const times = moments.get(key)
    const at = times?.findIndex(time => Math.abs(time - happenedOn.getTime()) <= sameMs) ?? -1
    if (times && at >= 0) times.splice(at, 1)
  }

  function provePassword(agentId: string, print: string, happenedOn: Date): void {
    const isMeanwhile = happenedOn.getTime() > startedOn.getTime() - meanwhileMs
    // A row written during the verification must not replace an earlier row that proves the password hash as read.
    if (isMeanwhile && last.get(agentId) === passwords.get(agentId)) return
    last.set(agentId, print)
  }
}
