import { authorityError } from '@ekyc/contract/authority-errors'
import type { OutsideService } from '@ekyc/contract/words'

import { latestTime } from './clock-skew.ts'
import { hourMs, minuteMs, secondMs } from './durations.ts'
import type { Policy } from './policy.ts'
import type { Verdict } from './ports.ts'
import type { Caller, DatabaseOf, FailingService, ServiceMinuteStore } from './stores.ts'

export type Outages = {
  /**
   * Counts an agent's exchange with a service, unless the agent is synthetic. The exchange has failed if it throws, is
   * slow, or has a failure as its answer.
   * @returns the exchange's own answer
   */
  watch<T>(
    service: OutsideService,
    caller: Pick<Caller, 'agentId' | 'isSynthetic'>,
    exchange: () => Promise<T>,
    isFailure?: (answer: T) => boolean,
  ): Promise<T>
  /** Returns the services that failed often enough, for more than one agent, as of the last call of `share`. */
  running(): { service: OutsideService; since: Date }[]
  /** Adds this server's counts to the counts of all servers, and reads the running outages. */
  share(): Promise<void>
}

type Minute = Parameters<ServiceMinuteStore['add']>[0]

export function createOutages(options: {
  database: DatabaseOf<'serviceMinutes'>
  policy: Policy
  now: () => Date
}): Outages {
  const { database, policy, now } = options
  const slowMs = {
    authority: policy.slowAuthoritySeconds * secondMs,
    bank: policy.slowBankSeconds * secondMs,
  }
  let counted = new Map<string, Minute>()
  let failing: FailingService[] = []

  return {
    async watch(service, { agentId, isSynthetic }, exchange, isFailure = () => false) {
      const began = now().getTime()
      let hasFailed = true
      try {
        const answer = await exchange()
        hasFailed = isFailure(answer) || now().getTime() - began > slowMs[service]
        return answer
      } finally {
        if (!isSynthetic) count(service, agentId, hasFailed)
      }
    },

    running() {
      const earliest = now().getTime() - policy.outageShownMinutes * minuteMs
      return failing
        .filter(
          ({ latest, failed, failedAgents }) =>
            latest.getTime() + minuteMs > earliest &&
            failed >= policy.outageFailures &&
            isOfSeveral(failedAgents),
        )
        .map(({ service, since }) => ({ service, since }))
    },

    async share() {
      const minutes = [...counted.values()]
      // If the database is away, these counts are lost. Agents cannot work then anyway.
      counted = new Map()
      for (const minute of minutes) await database.serviceMinutes.add(minute)
      const at = now()
      failing = await database.serviceMinutes.failing({
        since: new Date(at.getTime() - policy.serviceMinuteKeptHours * hourMs),
        latest: latestTime(at),
      })
    },
  }

  function count(service: OutsideService, agentId: string, hasFailed: boolean): void {
    const minute = new Date(Math.floor(now().getTime() / minuteMs) * minuteMs)
    const key = `${service} ${minute.getTime()}`
    const before = counted.get(key) ?? { service, minute, answered: 0, failed: 0, failedAgents: 0 }
    counted.set(key, {
      ...before,
      answered: before.answered + (hasFailed ? 0 : 1),
      failed: before.failed + (hasFailed ? 1 : 0),
      failedAgents: before.failedAgents | (hasFailed ? bitOf(agentId) : 0),
    })
  }
}

/** Tells whether a verdict is about the authority's own state rather than a customer. */
export function isOutage(verdict: Verdict): boolean {
  if (verdict.kind === 'refused')
    return authorityError(verdict.source, verdict.errorCode).situation === 'outOfOrder'
  return verdict.kind !== 'verified'
}

/** Returns a bit that stands for an agent. The end of the agent's id, which is random, selects the bit. */
function bitOf(agentId: string): number {
  return 1 << (Number.parseInt(agentId.slice(-4), 16) % 31)
}

function isOfSeveral(bits: number): boolean {
  return (bits & (bits - 1)) !== 0
}
