import type { Client } from 'pg'

import type { HttpClient, HttpRequest } from '../../journeys/http-client.ts'
import { agentNumbers, clientOf } from './agents.ts'
import { bytesOf } from './load.ts'

/**
 * A measured call. The load generator repeats `requests`, or sends each request once if `isOnce` is set. `before` runs
 * before each round.
 */
export type MeasuredCall = {
  isOnce?: true
  before?(): Promise<unknown>
  requests(): string[] | Promise<string[]>
}

/** Returns the measured calls by name. A round of submit sends `submitted` orders, each with a new device capture. */
export function measuredCalls({
  address,
  client,
  sandbox,
  submitted,
}: {
  address: string
  client: Client
  sandbox: string
  submitted: number
}): Record<string, MeasuredCall> {
  const ofAll = (call: (agent: HttpClient) => HttpRequest) =>
    agentNumbers.map(n => bytesOf(call(clientOf(n, address))))
  const orders = (agent: HttpClient) =>
    agent.request('ekyc/order/byUser', 'ORDER_HISTORY', { username: agent.mobile, pageNo: 1 })
  const statistics = (agent: HttpClient) =>
    agent.request('mis/statistics/get', 'PROFILE', { id: agent.mobile, timeframe: '12M' })
  const profile = (agent: HttpClient) =>
    agent.request('user/profile/get', 'PROFILE', { username: agent.mobile })
  const checkReference = (dbsRefCode: string) => (agent: HttpClient) =>
    agent.request('ekyc/refcode/check/', 'CHECK_REF_NUMBER', {
      mobile: agent.mobile,
      dbsRefCode,
      username: agent.mobile,
    })
  return {
    orderList: { requests: () => ofAll(orders) },
    statistics: { requests: () => ofAll(statistics) },
    profile: { requests: () => ofAll(profile) },
    checkReference: {
      before: forgetOrders,
      requests: () => Array.from({ length: 200 }, (_, k) => ofAll(checkReference(referenceOf(k)))).flat(),
    },
    submit: {
      isOnce: true,
      before: forgetOrders,
      async requests() {
        const submits: string[] = []
        for (let k = 0; k < submitted; k += 1) {
          const agent = clientOf(agentNumbers[k % agentNumbers.length] ?? 1, address)
          submits.push(bytesOf(await agent.kycRequest(referenceOf(k), sandbox)))
        }
        return submits
      },
    },
  }

  /** Deletes the orders of the last round, because a reference that has succeeded cannot be submitted again. */
  async function forgetOrders() {
    await client.query(`delete from orders where reference not like 'PAST%';
      truncate reference_records, reference_orders, used_captures, outbox, quotas`)
  }
}

/** The sandbox knows the references DBS10000 to DBS19999 as those with which a KYC succeeds. */
function referenceOf(k: number): string {
  return `DBS1${String(k).padStart(4, '0')}`
}
