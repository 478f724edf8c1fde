import { kycTexts } from '@ekyc/contract/texts'
import type { Consent, RequestOf } from '@ekyc/contract/shapes'
import type { PidData } from '@ekyc/rd-client'
import { CallFailed, messageOf, Refused, Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { isRecord } from '@ekyc/contract/is-record'
import { hostCodeLength } from '@ekyc/contract/limits'

import { call, type Answered } from '../../api/api-client.ts'
import { loadBranding } from '../../api/branding.ts'
import { deviceInfo } from '../../api/device-info.ts'
import { randomId } from '@ekyc/ui/browser/random-id.ts'
import { pageId } from '../../api/request.ts'
import { untilConnected } from '../../api/probe-server.ts'
import { paths } from '../../session/navigation.ts'
import type { AuthorityReply, KycResult, PreparedOrder } from '../../session/session-state.ts'
import { useSession } from '../../session/session.ts'
import { captureKeptMs } from './do-kyc.ts'
import { refusalBy } from './refusal-advice.ts'

/**
 * If the answer is lost, the portal sends the identical body once more when the server is reachable: the server runs
 * an order once, and answers a repeat with the first result.
 * @throws {Unauthenticated} the session has ended and there is no result
 */
export async function submitOrder({ order, capture, consent }: Submitted): Promise<KycResult> {
  const { orderId, dbsRefCode, createdOn } = order
  const { rdsId, rdsVer, dpId, dc, mi, mc, serialNumber } = capture.deviceInfo
  const requestId = randomId()
  const device = await deviceInfo()
  const { phone } = useSession.getState()
  const payload: RequestOf<'submitOrder'> = {
    username: phone,
    sessionId: pageId(),
    roid: phone,
    orderId,
    biometricDeviceInfo: {
      Hmac: capture.hmac,
      // No device reports deviceid and devicever, so dc and rdsVer fill these fields (decisions.md section 2).
      deviceid: dc,
      devicever: rdsVer,
      meta: { udc: device.id.slice(0, hostCodeLength), rdsId, rdsVer, dpId, dc, mi, mc },
      refcode: dbsRefCode,
      reqid: requestId,
      roid: phone,
      serialno: serialNumber,
      skey: capture.skey,
      tid: 'registered',
      ts: capture.pidTimestamp,
      data: capture.data,
    },
    consent,
  }
  const outcome = await call('submitOrder', payload, {
    requestId,
    beforeSendingAgain: () => untilConnected(captureKeptMs),
  }).then(success, failure)
  // Loads the bank's present consent text, so that Retry shows it.
  if (outcome.refusal === 'newConsent') await loadBranding(0)
  return {
    ...outcome,
    orderId,
    dbsRefCode,
    returnTo: paths.dashboard,
    createdOn,
    completedOn: serverNow().toISOString(),
    consent,
    device: { dpId, rdsId, rdsVer, mi },
  }
}

export type Submitted = { order: PreparedOrder; capture: PidData; consent: Consent }

type Outcome = Pick<KycResult, 'status' | 'refusal' | 'authority' | 'txnId' | 'displayMsg' | 'exception'>

function success({ transactionId, response }: Answered<'submitOrder'>): Outcome {
  return {
    status: 'KYC_SUCCESS',
    refusal: '',
    authority: null,
    txnId: transactionId || kycTexts.noTransactionId,
    displayMsg: response.displayMsg,
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof Unauthenticated) throw error
  const refusal = refusalBy(error)
  const { authority, exception, transactionId }: Readonly<Record<string, unknown>> =
    error instanceof Refused || error instanceof CallFailed ? error.answer : {}
  return {
    status: 'KYC_FAILURE',
    // The server may have run the order although no answer arrived.
    refusal: refusal === 'offline' || refusal === 'slow' ? 'unanswered' : refusal,
    authority: authorityIn(authority),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's own shape
    exception: isRecord(exception) ? (exception as KycResult['exception']) : undefined,
    txnId: textOf(transactionId) || kycTexts.noTransactionId,
    displayMsg: refusal === 'authoritySilent' ? kycTexts.timeoutError : messageOf(error),
  }
}

function authorityIn(authority: unknown): AuthorityReply | null {
  if (!isRecord(authority)) return null
  const { source } = authority
  if (source !== 'authentication' && source !== 'kyc') return null
  return { source, code: textOf(authority['code']), action: textOf(authority['action']) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : ''
}
