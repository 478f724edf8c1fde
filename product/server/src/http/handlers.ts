import type { FastifyRequest } from 'fastify'

import type { Language } from '@ekyc/contract/languages'
import type { calls, CallName } from '@ekyc/contract/calls'
import type { AnswerOf, Consent, RequestOf } from '@ekyc/contract/shapes'
import { refusals } from '@ekyc/contract/refusals'
import { finalStatuses } from '@ekyc/contract/words'

import { BadField } from '../domain/call-errors.ts'
import {
  failureReasonOf,
  detailsOfOrder,
  findOrders,
  pageOfOrders,
  monthlyStatistics,
} from '../domain/kyc/order-history.ts'
import { checkReference } from '../domain/kyc/reference-check.ts'
import { submitOrder, type SubmissionResult } from '../domain/kyc/submission.ts'
import {
  refuseUnsupportedSystem,
  countLogInBySystem,
  findUnsupportedSystem,
} from '../domain/sign-in/operating-systems.ts'
import { callerAddress, readCallWithProof } from './caller.ts'
import { readSendTime, readOperatingSystem } from './headers.ts'
import { CallFailure } from './answers.ts'
import type { UnshapedAnswer } from './shape-answer.ts'
import { readPeriod } from '../domain/calendar.ts'
import { privilegesOf, profileOf, type Caller } from '../domain/agents/agents.ts'
import type { Context } from '../domain/context.ts'
import type { CallOrigin } from '../domain/sign-in/call-origin.ts'
import { recordException } from '../domain/kyc/kyc-exceptions.ts'
import { checkUser } from '../domain/sign-in/check-user.ts'
import { logIn, type MissingSecondFactor } from '../domain/sign-in/log-in.ts'
import { endOtherSessions, endOwnSession, endSession, listOwnSessions } from '../domain/sign-in/sessions.ts'
import { requestNewPassword, setNewPassword } from '../domain/sign-in/new-password.ts'
import {
  logInByPasskey,
  requestPasskey,
  addPasskey,
  removePasskey,
  sendPasskeyOtp,
  startAddingPasskey,
  relyingPartyOf,
} from '../domain/sign-in/passkeys.ts'

type Handlers = {
  [N in CallName]: (
    request: RequestOf<N>,
    asked: CallFacts<N>,
    context: Context,
  ) => Promise<UnshapedAnswer<AnswerOf<N>> | CallFailure>
}

type CallFacts<N extends CallName> = {
  origin: CallOrigin
  request: FastifyRequest
  language: Language
  rememberDevice: (mobile: string, device: string) => void
  caller: (typeof calls)[N]['access'] extends 'public'
    ? undefined
    : (typeof calls)[N]['access'] extends 'optional-session'
      ? Caller | undefined
      : Caller
}

export const handlers: Handlers = {
  async checkUser({ username }, { origin, request, language }, context) {
    refuseUnsupportedSystem(context, readOperatingSystem(request.headers))
    const { otpDetails } = await checkUser(context, { mobile: username, origin, language })
    return { otpRequired: otpDetails !== null, otpDetails }
  },

  async resetPassword({ username }, { caller, origin, language }, context) {
    return { otpDetails: await requestNewPassword(context, { mobile: username, caller, origin, language }) }
  },

  async setPassword(
    { username, otpDetails, newPassword, keepPasskeys = [] },
    { caller, origin, request, language },
    context,
  ) {
    await setNewPassword(context, {
      mobile: username,
      refId: otpDetails.otpRefId,
      code: otpDetails.otp,
      ciphertext: newPassword,
      keepPasskeys: keepPasskeys.map(id => Buffer.from(id, 'base64url')),
      sentOn: readSendTime(request),
      caller,
      origin,
      language,
    })
    return {}
  },

  login({ username: mobile, password, otpDetails, secondFactor: wish }, asked, context) {
    const { origin, request, language } = asked
    const sentOn = readSendTime(request)
    const { otpRefId: refId, otp: code } = otpDetails ?? {}
    const otp = refId !== undefined && code !== undefined ? { refId, code } : undefined
    const attempt = { mobile, ciphertext: password, sentOn, origin, language, otp, wish }
    return openSession(mobile, asked, context, keyThumbprint => logIn(context, { ...attempt, keyThumbprint }))
  },

  async getSecurity(_request, { caller }, context) {
    const [passkeys, sessions] = await Promise.all([
      context.database.passkeys.listOf(caller.agentId),
      listOwnSessions(context, caller),
    ])
    const named = passkeys.map(one => ({ ...one, id: Buffer.from(one.credentialId).toString('base64url') }))
    return { passkeys: named, sessions }
  },

  async endSession({ id }, { caller, origin }, context) {
    await endOwnSession(context, id, caller, origin)
    return {}
  },

  async endOtherSessions(_request, { caller, origin }, context) {
    return { ended: await endOtherSessions(context, caller, origin) }
  },

  async sendPasskeyOtp(_request, { caller, origin, language }, context) {
    return { otpDetails: await sendPasskeyOtp(context, { caller, origin, language }) }
  },

  async startPasskeyProof(_request, { caller, origin, request }, context) {
    const relyingParty = relyingPartyOf(context, request.host)
    const { mobile } = caller
    return { options: await requestPasskey(context, { mobile, purpose: 'prove', relyingParty, origin }) }
  },

  async startPasskey({ otpDetails, credential }, { caller, origin, request }, context) {
    if ((otpDetails === undefined) === (credential === undefined)) throw new BadField('otpDetails')
    const relyingParty = relyingPartyOf(context, request.host)
    const stepUp = credential ?? { refId: otpDetails?.otpRefId ?? '', code: otpDetails?.otp ?? '' }
    return { options: await startAddingPasskey(context, { caller, stepUp, relyingParty, origin }) }
  },

  async removePasskey({ id }, { caller, origin }, context) {
    await removePasskey(context, { caller, credentialId: Buffer.from(id, 'base64url'), origin })
    return {}
  },

  async addPasskey({ credential }, { caller, origin, request, language }, context) {
    const relyingParty = relyingPartyOf(context, request.host)
    await addPasskey(context, { caller, credential, relyingParty, origin, language })
    return {}
  },

  async startPasskeyLogin({ username }, { origin, request }, context) {
    const relyingParty = relyingPartyOf(context, request.host)
    const ask = { mobile: username, purpose: 'log-in', relyingParty, origin } as const
    return { options: await requestPasskey(context, ask) }
  },

  loginByPasskey({ username: mobile, credential }, asked, context) {
    const { origin, request, language } = asked
    return openSession(mobile, asked, context, keyThumbprint => {
      const relyingParty = relyingPartyOf(context, request.host)
      return logInByPasskey(context, { mobile, credential, relyingParty, origin, keyThumbprint, language })
    })
  },

  async getProfile(_request, { caller }) {
    return { user: profileOf(caller) }
  },

  async getRole({ roleId }, { caller }, context) {
    return { roleId, privileges: await privilegesOf(context, caller, roleId) }
  },

  async getStatistics({ timeframe }, { caller }, context) {
    return { userStatistics: await monthlyStatistics(context, caller, timeframe) }
  },

  async getOutages(_request, { request }, context) {
    const old = findUnsupportedSystem(context, readOperatingSystem(request.headers))
    return {
      outages: context.outages.running(),
      ...(old && { oldSystem: { system: old.system, endedOn: old.endsOn } }),
    }
  },

  async listOrders({ pageNo, ...filter }, { caller }, context) {
    const page = await pageOfOrders(context, caller, { pageNo, ...readFilter(filter) })
    return { ...page, orders: page.orders.map(wireOrder) }
  },

  async findOrders({ query, after, ...filter }, { caller }, context) {
    const page = await findOrders(context, caller, {
      ...readFilter(filter),
      text: query.trim(),
      after: after || undefined,
    })
    return { orders: page.orders.map(wireOrder), after: page.after ?? null }
  },

  async getOrder({ orderId }, { caller }, context) {
    return { order: wireDetails(await detailsOfOrder(context, caller, orderId)) }
  },

  async checkReference({ dbsRefCode }, { caller, origin }, context) {
    const { id, createdOn } = await checkReference(context, caller, dbsRefCode.trim(), origin)
    return { orderId: id, createdOn, biometricConstants: { wadh: context.authority.wadh } }
  },

  async submitOrder({ orderId, biometricDeviceInfo, consent }, { caller, origin }, context) {
    const order = { orderId, biometricDeviceInfo, consent: consent && knownFields(consent) }
    return wireResult(await submitOrder(context, caller, order, origin))
  },

  async recordException({ orderId, reason, needs = [] }, { caller, origin }, context) {
    return { exception: await recordException(context, caller, { orderId, reason, needs }, origin) }
  },

  async logout(_request, { caller, origin }, context) {
    await endSession(context, caller, origin)
    return {}
  },

  async getAddress(_request, { request }) {
    return { ipAddress: callerAddress(request) }
  },
}

/** Picks the known fields of a consent, because unknown fields are never stored (decisions.md section 2). */
function knownFields({ version, language, givenOn, ways }: Consent): Consent {
  return { version, language, givenOn, ...(ways && { ways }) }
}

async function openSession(
  mobile: string,
  { request, rememberDevice }: Pick<CallFacts<'login'>, 'request' | 'rememberDevice'>,
  context: Context,
  logInWith: (keyThumbprint: Uint8Array | undefined) => ReturnType<typeof logIn>,
) {
  const system = readOperatingSystem(request.headers)
  refuseUnsupportedSystem(context, system)
  const session = await logInWith(context.proofs.keyOf(readCallWithProof(request)))
  if ('code' in session) return wireMissingFactor(session)
  countLogInBySystem(context, system)
  rememberDevice(mobile, session.device)
  return { token: session.token, expiresIn: session.expiresInMs, otpRequired: false, otpDetails: null }
}

function wireMissingFactor({ code, otpDetails, until }: MissingSecondFactor) {
  const otp = otpDetails ? { otpRequired: true, otpDetails } : { otpRequired: false }
  const fields = { ...otp, requiredFrom: until ?? null }
  return new CallFailure({ status: 200, code, displayMsg: refusals[code], fields })
}

function wireOrder<Order extends { message: string; reference: string }>(order: Order) {
  return { ...order, tpsMsg: order.message, dbsRefCode: order.reference }
}

/** The shape of the answer leaves out the device's unit and certificate, which only the bank's staff may see. */
function wireDetails(order: Awaited<ReturnType<typeof detailsOfOrder>>) {
  const { code, authority } = failureReasonOf(order)
  return {
    ...wireOrder({ ...order, message: order.message ?? '' }),
    transactionId: order.transactionId ?? '',
    status: finalStatuses.find(final => final === order.status) ?? ('INIT' as const),
    code: code ?? '',
    authority: authority ?? null,
  }
}

function readFilter({ status, ...bounds }: Pick<RequestOf<'findOrders'>, 'status' | 'from' | 'to'>) {
  return { ...readPeriod(bounds), status: status || undefined }
}

function wireResult({ outcome, transactionId, message, code, authority, exception }: SubmissionResult) {
  if (code === undefined) return { transactionId }
  const status = outcome === 'timed-out' ? 504 : 200
  const fields = { transactionId, ...(authority && { authority }), ...(exception && { exception }) }
  return new CallFailure({ status, code, displayMsg: message, fields })
}
