import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import type { Client } from 'pg'

import { agent, agentCount, ask, calls, orderId, sqlOf, type AskedBy } from './counter.ts'

/** The number of references with which a KYC succeeds in the sandbox: DBS10000 to DBS19999. */
const references = 10_000

export function referenceOf(k: number): string {
  return `DBS1${String(k % references).padStart(4, '0')}`
}

export function agentOf(k: number): number {
  return (k % agentCount) + 1
}

export async function askForWadh(address: string, reference: string): Promise<string> {
  const { biometricConstants } = await ask(address, 1, calls.checkReference(reference))
  return (biometricConstants as { wadh: string }).wadh
}

/** Opens the orders `first` to `first + count - 1` by SQL, so that the bench knows their ids. */
export async function openOrders(client: Client, first: number, count: number): Promise<void> {
  const reference = `'DBS1' || lpad((k % ${references})::text, 4, '0')`
  const all = `generate_series(${first}, ${first + count - 1}) k`
  // Deletes the references' records, because a reference that has succeeded cannot be submitted again.
  await client.query(`
    delete from reference_records where reference in (select ${reference} from ${all});
    insert into orders (agent_id, id, reference, status, created_on, expires_on)
      select ${sqlOf.agentId(`(k % ${agentCount} + 1)::text`)}, ${sqlOf.orderId('k::text')}, ${reference}, 'INIT',
        now() - interval '1 minute', now() + interval '1 day'
      from ${all} on conflict do nothing`)
}

export async function takeSubmits(
  { devicePort, wadh }: { devicePort: number; wadh: string },
  first: number,
  count: number,
): Promise<AskedBy[]> {
  const submits: AskedBy[] = []
  for (let k = first; k < first + count; k += 1) {
    const n = agentOf(k)
    const capture = await captureFingerprint(devicePort, {
      wadh,
      mobile: agent(n).mobile,
      reference: referenceOf(k),
    })
    submits.push({ n, asked: calls.submit(orderId(k), capture) })
  }
  return submits
}
