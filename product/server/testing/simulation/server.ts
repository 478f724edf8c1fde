import { createSecretKey } from 'node:crypto'

import { DatabaseAway } from '../../src/domain/database-away.ts'
import type { KycContext } from '../../src/domain/context.ts'
import { createOutageWatch } from '../../src/domain/kyc/outages.ts'
import { createOutbox } from '../../src/domain/messages/outbox.ts'
import { defaultPolicy } from '../../src/domain/policy.ts'
import type { Vault } from '../../src/domain/ports.ts'
import type { ResultsMode } from '../../src/domain/kyc/secure-result.ts'
import { settleAbandonedOrders } from '../../src/domain/kyc/settlement.ts'
import type { Database } from '../../src/domain/stores.ts'
import type { SeededRandom } from '../fixed/seeded-random.ts'
import { knownKeyId } from '../outside/test-capture.ts'
import type { Machine } from './machine.ts'
import type { MemoryDatabase } from './memory-stores.ts'
import type { Outside } from './outside.ts'

/** These timeouts are shorter than the settings' defaults, so that a world of a few minutes contains many leases. */
const bankTimeoutMs = 1_000
const authorityTimeoutMs = 2_000
/** Returns the length of a lease, in ms. The last 10,000 ms are `leaseSlackMs` of order-claim.ts. */
export const leaseOf = (mode: ResultsMode) =>
  authorityTimeoutMs + bankTimeoutMs + (mode === 'pass-through' ? passThroughMs : 0) + 10_000
const passThroughMs = 1_500

export type SimulatedServer = { machine: Machine; context: KycContext }

/** Starts the product's own rules on a machine, with those jobs of `assemble-jobs.ts` that these rules need. */
export function startServer(parts: {
  machine: Machine
  memory: MemoryDatabase
  outside: Outside
  random: SeededRandom
  resultsMode: ResultsMode
  /** The rows of the vault, which survive the crash of a machine. */
  kept: Map<string, string>
  onFault: (error: unknown) => void
}): SimulatedServer {
  const { machine, random } = parts
  const { now, sharedNow, timer } = machine
  const { authority, bank, sms } = parts.outside.from(machine)
  // The rules that are started here use only those stores that the database in memory has.
  const database = parts.memory as unknown as Database
  const policy = defaultPolicy
  const onFault = (error: unknown) => {
    if (!(error instanceof DatabaseAway)) parts.onFault(error)
  }

  const vault = memoryVault(parts.kept, machine)
  const outages = createOutageWatch({ database, agentKey: captureKey, policy, now })
  const outbox = createOutbox({
    database,
    bank,
    sms,
    vault,
    keys: [boxKey],
    timeoutMs: bankTimeoutMs,
    now,
    sharedNow,
    onPut: () => void deliver(),
    onGivenUp: () => {},
    onFault,
    random: () => random.below(1_000) / 1_000,
  })
  const context: KycContext = {
    database,
    policy,
    now,
    sharedNow,
    timer,
    serverName: 'simulated',
    branding,
    authority,
    authorityTimeoutMs,
    bank,
    bankTimeoutMs,
    outages,
    outbox,
    results: { mode: parts.resultsMode, passThroughMs },
    vault,
    captureRules: { keyIds: [knownKeyId], devices: undefined, level1Only: false },
    captureKeys: [captureKey],
    unitKey: captureKey,
    consentRequired: false,
    consentTexts: [],
    deviceUse: { count: () => {} },
    fraudWatch: { note: () => {} },
    onBroken: () => {},
  }

  let delivering: Promise<unknown> | undefined
  function deliver(): Promise<unknown> {
    delivering ??= machine
      .later(1)
      .then(() => Promise.all(Object.values(outbox.lanes).map(lane => lane.run())))
      .catch(onFault)
      .finally(() => (delivering = undefined))
    return delivering
  }
  void every(10_000, deliver)
  void every(8_000, async () => {
    await settleAbandonedOrders(context, random.chance(0.9) ? 'recent' : undefined)
    await outbox.recall()
  })

  return {
    machine,
    context,
  }

  async function every(ms: number, run: () => Promise<unknown>): Promise<never> {
    for (;;) {
      await run().catch(onFault)
      await timer.wait(ms)
    }
  }
}

/** Creates a vault in memory, which a machine reaches as it reaches the database. Repeated writes change nothing. */
function memoryVault(kept: Map<string, string>, { wire }: Machine): Vault {
  return {
    ping: () => wire.carry(),
    async keep({ id, body }) {
      await wire.carry()
      if (!kept.has(id)) kept.set(id, body)
      await wire.carry()
    },
    async open(id) {
      await wire.carry()
      return kept.get(id)
    },
    async erase(ids) {
      await wire.carry()
      for (const id of ids) kept.delete(id)
    },
  }
}

const branding = { bankName: 'Bank', productName: 'Portal', emails: { grievance: '', dispute: '' } }
const boxKey = Buffer.alloc(32, 7)
const captureKey = createSecretKey(Buffer.alloc(32, 9))
