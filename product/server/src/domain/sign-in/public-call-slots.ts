import { DatabaseBusy } from '../database-away.ts'
import { networkLimits, type CallOrigin } from './call-origin.ts'
import type { Policy } from '../policy.ts'
import { Overloaded, Throttled } from '../call-errors.ts'

/**
 * Limits the calls without a session that run at the same time, before they take a connection to the database. A known
 * device has its own slots. Unknown devices with the same phone or address cannot take these slots.
 * @param most.inAll the largest number of calls of all unknown devices that run at the same time
 */
export function createPublicCallSlots(policy: Policy, { inAll }: { inAll: number }) {
  const inWork = new Map<string, number>()

  return {
    /**
     * Runs `work` while the call holds its slots.
     * @throws Throttled at once if no slot is free, or if a call of an unknown device finds the database or the hash
     * queue busy
     */
    async run<T>(
      { mobile, origin }: { mobile: string; origin: CallOrigin },
      work: () => Promise<T>,
    ): Promise<T> {
      const slots = slotsOf(mobile, origin)
      if (slots.some(([slot, most]) => countOf(slot) >= most)) throw full()
      for (const [slot] of slots) inWork.set(slot, countOf(slot) + 1)
      try {
        return await work()
      } catch (error) {
        throw isBusy(error) && origin.device === undefined ? full() : error
      } finally {
        for (const [slot] of slots) leave(slot)
      }
    },
  }

  function slotsOf(mobile: string, origin: CallOrigin): [string, number][] {
    const most = policy.publicCallsPerPhone
    if (origin.device !== undefined) return [[`device ${origin.device}`, most]]
    return [
      ['all', inAll],
      [`phone ${mobile}`, most],
      ...networkLimits(origin, policy.publicCallsPerAddress, policy),
    ]
  }

  function countOf(slot: string): number {
    return inWork.get(slot) ?? 0
  }

  function leave(slot: string): void {
    const left = countOf(slot) - 1
    if (left > 0) inWork.set(slot, left)
    else inWork.delete(slot)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || (error instanceof Overloaded && error.code === 'busy')
}

function full(): Throttled {
  return new Throttled('too_many_at_once', 1)
}
