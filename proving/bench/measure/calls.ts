import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import type { Client } from 'pg'

import { agentNumbers, ask, requestOf, type Call } from './agents.ts'

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
  devicePort,
  submitted,
}: {
  address: string
  client: Client
  devicePort: number
  submitted: number
}): Record<string, MeasuredCall> {
  const repeated = (call: Call): MeasuredCall => ({
    requests: () => agentNumbers.map(n => requestOf(n, call)),
  })
  return {
    orderList: repeated({
      path: 'ekyc/order/byUser',
      msgType: 'ORDER_HISTORY',
      fields: username => ({ username, pageNo: 1 }),
    }),
    statistics: repeated({
      path: 'mis/statistics/get',
      msgType: 'PROFILE',
      fields: id => ({ id, timeframe: '12M' }),
    }),
    profile: repeated({
      path: 'user/profile/get',
      msgType: 'PROFILE',
      fields: username => ({ username }),
    }),
    checkReference: {
      before: forgetOrders,
      requests: () =>
        Array.from({ length: 200 }, (_, k) =>
          agentNumbers.map(n => requestOf(n, checkReference(referenceOf(k)))),
        ).flat(),
    },
    submit: {
      isOnce: true,
      before: forgetOrders,
      async requests() {
        const submits: string[] = []
        for (let k = 0; k < submitted; k += 1) submits.push(await submitOf(k))
        return submits
      },
    },
  }

  /** Deletes the orders of the last round, because a reference that has succeeded cannot be submitted again. */
  async function forgetOrders() {
    await client.query(`delete from orders where reference not like 'PAST%';
      truncate reference_records, reference_orders, used_captures, outbox, quotas`)
  }

  async function submitOf(k: number): Promise<string> {
    const n = agentNumbers[k % agentNumbers.length] ?? 1
    const reference = referenceOf(k)
    const { orderId, biometricConstants } = await ask(address, n, checkReference(reference))
    const { wadh } = biometricConstants as { wadh: string }
    const biometricDeviceInfo = await captureFingerprint(devicePort, { wadh, mobile: '', reference })
    return requestOf(n, {
      path: 'ekyc/order/submit',
      msgType: 'CREATE_KYC_ORDER',
      fields: mobile => ({
        username: mobile,
        sessionId: 'session-1',
        roid: mobile,
        orderId,
        biometricDeviceInfo: { ...biometricDeviceInfo, roid: mobile },
      }),
    })
  }
}

function checkReference(dbsRefCode: string): Call {
  return {
    path: 'ekyc/refcode/check/',
    msgType: 'CHECK_REF_NUMBER',
    fields: mobile => ({ mobile, dbsRefCode, username: mobile }),
  }
}

/** The sandbox knows the references DBS10000 to DBS19999 as those with which a KYC succeeds. */
function referenceOf(k: number): string {
  return `DBS1${String(k).padStart(4, '0')}`
}
