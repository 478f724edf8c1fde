import { randomUUID } from 'node:crypto'

import type { ActName, StaffRole } from '@ekyc/contract/console/acts'
import type { votes } from '@ekyc/contract/console/shapes/proposals'
import type { Maker } from '../src/domain/staff/permissions.ts'

import { createActRunner, type ActRunner } from '../src/acts/perform.ts'
import { proposeAct, voteOnProposal } from '../src/acts/proposals.ts'
import { showProposal } from '../src/acts/show-proposals.ts'
import type { SqlRunner } from '../src/database/link/sql.ts'
import { defaultPolicy } from '../src/domain/policy.ts'
import { outboxKey, testSeals } from './operator-at.ts'
import { insertRows, runSql } from './database/run-sql.ts'

/** A member of the staff, with the console's functions that the person can call. */
export type Door = ActRunner & {
  id: string
  maker: Maker & { kind: 'staff' }
  /** By default, acts need a second person. */
  as(other: Maker, fourEyes?: boolean): ActRunner
  /** Returns the number of the proposal. */
  propose(name: ActName, input: unknown, reason?: string): Promise<number>
  show(number: number): ReturnType<typeof showProposal.run>
  /** By default the vote approves the content that the proposal has now. */
  vote(
    number: number,
    vote?: (typeof votes)[number],
    more?: { contentHash?: string; comment?: string },
  ): ReturnType<typeof voteOnProposal.run>
}

type Place = { open: { runner: SqlRunner }; clock: { now: () => Date } }

export async function addStaff(
  place: Place,
  person: { name: string; roles: StaffRole[]; issuer?: string; subject?: string },
): Promise<Door> {
  const id = randomUUID()
  await insertRows(place.open.runner, 'staff', [{ id, ...person, createdOn: place.clock.now() }])
  return staffDoor(place, { kind: 'staff', id, ...person })
}

/** Returns the console's functions for a member of the staff, whose acts run on the database `place.open`. */
function staffDoor({ open: { runner }, clock }: Place, maker: Maker & { kind: 'staff' }): Door {
  const dependencies = {
    seals: testSeals,
    policy: () => defaultPolicy,
    outboxKeys: (): [Buffer] => [outboxKey],
    progress: () => {},
  }
  const as = (who: Maker, fourEyes = true) =>
    createActRunner({ runner, dependencies, maker: who, now: clock.now, fourEyes })
  const door = as(maker)
  const show = (number: number) => door.perform(showProposal, { number })
  return {
    ...door,
    id: maker.id,
    as,
    maker,
    show,
    propose: (name, input, reason = 'It is time') =>
      door.audited('proposal.make', action => proposeAct(action, name, input, reason)),
    async vote(number, vote = 'approve', { contentHash, comment } = {}) {
      const seen = contentHash ?? (await show(number)).contentHash
      return door.perform(voteOnProposal, {
        number,
        vote,
        contentHash: seen,
        ...(comment !== undefined && { comment }),
      })
    },
  }
}

/**
 * Inserts a copy of a proposal.
 * @param changes the columns that differ, each with an SQL expression over the columns of the proposal
 * @returns the number of the copy
 */
export async function copyProposal(
  db: SqlRunner,
  number: number,
  changes: Record<string, string> = {},
): Promise<number> {
  const columns = `act content content_hash about touches reason maker_id maker_name approvers quorum made_on
    expires_on`.split(/\s+/)
  const [row] = await runSql(
    db,
    `insert into proposals (${columns.join()}) select ${columns.map(name => changes[name] ?? name).join()}
     from proposals where number = $1 returning number`,
    [number],
  )
  return Number(row?.['number'])
}
