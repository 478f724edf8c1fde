import { createHmac, type KeyObject } from 'node:crypto'

import { authorityError } from '@ekyc/contract/authority-errors'
import type { OutsideService } from '@ekyc/contract/words'

import { latestServerTime, hourMs, minuteMs, secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { AuthorityVerdict } from '../ports.ts'
import type { Caller } from '../agents/agents.ts'
import type { DatabaseOf, Stores } from '../stores.ts'

type Outage = { service: OutsideService; since: Date }

export type OutageWatch = ReturnType<typeof createOutageWatch>

type FailingService = Awaited<ReturnType<Stores['serviceMinutes']['failing']>>[number]

const hashBytes = 8

export function createOutageWatch(options: {
  database: DatabaseOf<'serviceMinutes'>
  /** The key for the hashes of agents' ids. All servers share it. */
  agentKey: KeyObject
  policy: Policy
  now: () => Date
}) {
  const { database, agentKey, policy, now } = options
  const slowMs = {
    authority: policy.slowAuthoritySeconds * secondMs,
    bank: policy.slowBankSeconds * secondMs,
  }
  let exchanges: Parameters<Stores['serviceMinutes']['add']>[0] = []
  let failing: FailingService[] = []

  return {
    /** The exchange has failed if it throws, is slow, or has a failure as its answer. */
    async watch<T>(
      service: OutsideService,
      { agentId }: Pick<Caller, 'agentId'>,
      exchange: () => Promise<T>,
      isFailure: (answer: T) => boolean = () => false,
    ): Promise<T> {
      const began = now().getTime()
      let hasFailed = true
      try {
        const answer = await exchange()
        hasFailed = isFailure(answer) || now().getTime() - began > slowMs[service]
        return answer
      } finally {
        const hash = createHmac('sha256', agentKey).update(agentId).digest().subarray(0, hashBytes)
        exchanges.push({ service, endedOn: now(), failedAgent: hasFailed ? hash.toString('hex') : null })
      }
    },

    running: () => runningOutages(failing, now(), policy),

    async share(): Promise<void> {
      const shared = exchanges
      // If the database is away, these counts are lost. Agents cannot work then anyway.
      exchanges = []
      if (shared.length > 0) await database.serviceMinutes.add(shared)
      failing = await database.serviceMinutes.failing(outageWindow(now(), policy))
    },
  }
}

export function outageWindow(at: Date, policy: Policy): { since: Date; latest: Date } {
  return {
    since: new Date(at.getTime() - policy.serviceMinuteKeptHours * hourMs),
    latest: latestServerTime(at),
  }
}

export function runningOutages(failing: readonly FailingService[], at: Date, policy: Policy): Outage[] {
  const earliest = at.getTime() - policy.outageShownMinutes * minuteMs
  return failing
    .filter(
      ({ latest, failed, hasFailedForSeveral }) =>
        latest.getTime() + minuteMs > earliest && failed >= policy.outageFailures && hasFailedForSeveral,
    )
    .map(({ service, since }) => ({ service, since }))
}

/** Tells whether a verdict is about the authority's own state rather than a customer. */
export function isAuthorityFailure(verdict: AuthorityVerdict): boolean {
  if (verdict.kind === 'refused')
    return authorityError(verdict.source, verdict.errorCode).situation === 'outOfOrder'
  return verdict.kind !== 'verified'
}
