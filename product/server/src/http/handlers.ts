import type { FastifyRequest } from 'fastify'

import type { Language } from '@ekyc/contract/languages'
import type { Consent, Device, RequestOf } from '@ekyc/contract/shapes'
import { finalStatuses, type OrderStatus } from '@ekyc/contract/words'

import type { Agents } from '../domain/agents/agents.ts'
import type { Exceptions } from '../domain/kyc/exceptions.ts'
import type { NewPassword } from '../domain/sign-in/new-password.ts'
import type { OperatingSystems } from '../domain/sign-in/operating-systems.ts'
import type { OrderHistory } from '../domain/kyc/order-history.ts'
import type { Outages } from '../domain/kyc/outages.ts'
import type { Passkeys } from '../domain/sign-in/passkeys.ts'
import type { RelyingParty } from '../domain/ports.ts'
import type { Proofs } from '../domain/sign-in/proof-of-possession.ts'
import type { References } from '../domain/kyc/references.ts'
import type { Sessions } from '../domain/sign-in/sessions.ts'
import type { SignIn } from '../domain/sign-in/sign-in.ts'
import type { Statistics } from '../domain/kyc/statistics.ts'
import type { FinishedOrder, KycException, OrderDetails } from '../domain/kyc/kyc-stores.ts'
import type { PasskeyOf, SessionInUse } from '../domain/sign-in/sign-in-stores.ts'
import { BadField } from '../domain/refused.ts'
import { reasonOf } from '../domain/kyc/reason-of.ts'
import type { Submission, SubmissionResult } from '../domain/kyc/submission.ts'
import { callerAddress } from './caller-address.ts'
import { callerLanguage } from './caller-language.ts'
import { FailureAnswer } from './answers.ts'
import { readProvenCall, readToken } from './caller.ts'
import type { Handlers } from './mount.ts'
import { readBounds } from './read-bounds.ts'
import { readSentOn } from './read-origin.ts'
import { readSystem } from './read-system.ts'

export type Rules = {
  signIn: SignIn
  newPassword: NewPassword
  passkeys: Passkeys
  /** Returns the relying party of passkeys for a Host header. @throws Refused when the host cannot offer passkeys */
  relyingParty: (host: string) => RelyingParty
  sessions: Sessions
  proofs: Proofs
  agents: Agents
  systems: OperatingSystems
  statistics: Statistics
  outages: Pick<Outages, 'running'>
  orderHistory: OrderHistory
  references: References
  submission: Submission
  exceptions: Exceptions
  /** The languages that the bank offers, its main language first. */
  languages: [Language, ...Language[]]
  /** The wadh that every capture must carry. */
  wadh: string
}

/** Creates the handlers of all calls. A handler translates between the names in calls and those in domain rules. */
export function createHandlers(rules: Rules): Handlers {
  const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
    callerLanguage(headers, rules.languages)

  return {
    async checkUser({ username }, { origin, request }) {
      rules.systems.admit(readSystem(request.headers))
      const language = languageOf(request)
      const { otpDetails } = await rules.signIn.check({ mobile: username, origin, language })
      return { otpRequired: otpDetails !== null, otpDetails }
    },

    async resetPassword({ username }, { caller, origin, request }) {
      const language = languageOf(request)
      return { otpDetails: await rules.newPassword.request({ mobile: username, caller, origin, language }) }
    },

    async setPassword({ username, otpDetails, newPassword, keepPasskeys = [] }, { caller, origin, request }) {
      await rules.newPassword.set({
        mobile: username,
        refId: otpDetails.otpRefId,
        code: otpDetails.otp,
        ciphertext: newPassword,
        keepPasskeys: keepPasskeys.map(id => Buffer.from(id, 'base64url')),
        sentOn: readSentOn(request),
        caller,
        origin,
        language: languageOf(request),
      })
      return {}
    },

    async login({ username, password, otpDetails, secondFactor: wish }, { origin, request, rememberDevice }) {
      const system = readSystem(request.headers)
      rules.systems.admit(system)
      const keyThumbprint = rules.proofs.keyOf(readProvenCall(request))
      const language = languageOf(request)
      const sentOn = readSentOn(request)
      const { otpRefId: refId, otp: code } = otpDetails ?? {}
      const otp = refId !== undefined && code !== undefined ? { refId, code } : undefined
      const factors = { otp, wish, keyThumbprint, language }
      const attempt = { mobile: username, ciphertext: password, sentOn, origin, ...factors }
      const session = await rules.signIn.login(attempt)
      rules.systems.countLogIn(system)
      rememberDevice(username, session.device)
      return wireSession(session)
    },

    async getSecurity(_request, { caller, request }) {
      const [passkeys, sessions] = await Promise.all([
        rules.passkeys.list(caller),
        rules.sessions.list(readToken(request) ?? '', caller),
      ])
      return { passkeys: passkeys.map(wirePasskey), sessions: sessions.map(wireSessionInUse) }
    },

    async endSession({ id }, { caller, origin }) {
      await rules.sessions.endOne(id, caller, origin)
      return {}
    },

    async endOtherSessions(_request, { caller, origin, request }) {
      return { ended: await rules.sessions.endOthers(readToken(request) ?? '', caller, origin) }
    },

    async sendPasskeyOtp(_request, { caller, origin, request }) {
      const language = languageOf(request)
      return { otpDetails: await rules.passkeys.sendOtp({ caller, origin, language }) }
    },

    async startPasskeyProof(_request, { caller, origin, request }) {
      const relyingParty = rules.relyingParty(request.host)
      return { options: await rules.passkeys.startProof({ caller, origin, relyingParty }) }
    },

    async startPasskey({ otpDetails, credential }, { caller, origin, request }) {
      if ((otpDetails === undefined) === (credential === undefined)) throw new BadField('otpDetails')
      const relyingParty = rules.relyingParty(request.host)
      const stepUp = credential ?? { refId: otpDetails?.otpRefId ?? '', code: otpDetails?.otp ?? '' }
      return { options: await rules.passkeys.startAdding({ caller, stepUp, relyingParty, origin }) }
    },

    async removePasskey({ id }, { caller, origin }) {
      await rules.passkeys.remove({ caller, credentialId: Buffer.from(id, 'base64url'), origin })
      return {}
    },

    async addPasskey({ credential }, { caller, origin, request }) {
      const relyingParty = rules.relyingParty(request.host)
      const language = languageOf(request)
      await rules.passkeys.add({ caller, credential, relyingParty, origin, language })
      return {}
    },

    async startPasskeyLogin({ username }, { origin, request }) {
      const relyingParty = rules.relyingParty(request.host)
      return { options: await rules.passkeys.startLogIn({ mobile: username, relyingParty, origin }) }
    },

    async loginByPasskey({ username, credential }, { origin, request, rememberDevice }) {
      const system = readSystem(request.headers)
      rules.systems.admit(system)
      const keyThumbprint = rules.proofs.keyOf(readProvenCall(request))
      const relyingParty = rules.relyingParty(request.host)
      const language = languageOf(request)
      const attempt = { mobile: username, credential, relyingParty, origin, keyThumbprint, language }
      const session = await rules.passkeys.logIn(attempt)
      rules.systems.countLogIn(system)
      rememberDevice(username, session.device)
      return wireSession(session)
    },

    async getProfile(_request, { caller }) {
      return { user: rules.agents.profile(caller) }
    },

    async getRole({ roleId }, { caller }) {
      return { roleId, privileges: await rules.agents.privileges(caller, roleId) }
    },

    async getStatistics({ timeframe }, { caller, pipelined }) {
      return { userStatistics: await rules.statistics.of(caller, timeframe, pipelined) }
    },

    async getOutages(_request, { request }) {
      const running = rules.outages.running()
      const old = rules.systems.ended(readSystem(request.headers))
      return {
        outages: running.map(({ service, since }) => ({ service, since: since.toISOString() })),
        ...(old && { oldSystem: { system: old.system, endedOn: old.endsOn } }),
      }
    },

    async listOrders({ pageNo, ...filter }, { caller, pipelined }) {
      const page = await rules.orderHistory.page(caller, { pageNo, ...readFilter(filter) }, pipelined)
      return { ...page, orders: page.orders.map(wireOrder) }
    },

    async findOrders({ query, after, ...filter }, { caller }) {
      const page = await rules.orderHistory.find(caller, {
        ...readFilter(filter),
        text: query.trim(),
        after: after || undefined,
      })
      return { orders: page.orders.map(wireOrder), after: page.after ?? null }
    },

    async getOrder({ orderId }, { caller }) {
      return { order: wireDetails(await rules.orderHistory.details(caller, orderId)) }
    },

    async checkReference({ dbsRefCode }, { caller, origin }) {
      const { id, createdOn } = await rules.references.check(caller, dbsRefCode.trim(), origin)
      return { orderId: id, createdOn: createdOn.toISOString(), biometricConstants: { wadh: rules.wadh } }
    },

    async submitOrder({ orderId, biometricDeviceInfo, consent }, { caller, origin }) {
      const order = {
        orderId,
        biometricDeviceInfo,
        consent: consent && knownFields(consent),
      }
      return wireResult(await rules.submission.submit(caller, order, origin))
    },

    async recordException({ orderId, reason, needs = [] }, { caller, origin }) {
      const exception = await rules.exceptions.record(caller, { orderId, reason, needs }, origin)
      return { exception: wireException(exception) }
    },

    async logout(_request, { request, caller, origin }) {
      const token = readToken(request)
      if (token !== undefined) await rules.sessions.end(token, caller, origin)
      return {}
    },

    async getAddress(_request, { request }) {
      return { ipAddress: callerAddress(request) }
    },
  }
}

/** Picks the known fields of a consent, because unknown fields are never stored (decisions.md section 2). */
function knownFields({ version, language, givenOn, ways }: Consent): Consent {
  return { version, language, givenOn, ...(ways && { ways }) }
}

function wireSession({ token, expiresInMs }: { token: string; expiresInMs: number }) {
  return { token, expiresIn: expiresInMs, otpRequired: false, otpDetails: null }
}

function wirePasskey({ credentialId, name, createdOn, lastUsedOn }: PasskeyOf) {
  return {
    id: Buffer.from(credentialId).toString('base64url'),
    name,
    createdOn: createdOn.toISOString(),
    lastUsedOn: lastUsedOn?.toISOString() ?? null,
  }
}

function wireSessionInUse({ openedOn, lastSeenOn, ...session }: SessionInUse) {
  return { ...session, openedOn: openedOn.toISOString(), lastSeenOn: lastSeenOn.toISOString() }
}

function wireOrder(order: Omit<FinishedOrder, 'status'> & { status: OrderStatus }) {
  const { id, status, createdOn, transactionId, message, reference } = order
  return {
    id,
    status,
    createdOn: createdOn.toISOString(),
    transactionId,
    tpsMsg: message,
    dbsRefCode: reference,
  }
}

/** Returns the device without its unit and certificate, which only the bank's staff may see. */
function shownDevice({ dpId, rdsId, rdsVer, mi }: Device): Device {
  return { dpId, rdsId, rdsVer, mi }
}

function wireException({ openedOn, dueBy, ...exception }: KycException) {
  return { ...exception, openedOn: openedOn.toISOString(), dueBy: dueBy.toISOString() }
}

function wireDetails(order: OrderDetails & { exception: KycException | undefined }) {
  const { id, reference, createdOn, completedOn, transactionId, message, consent, device, status } = order
  const { code, authority } = reasonOf(order)
  return {
    ...wireOrder({
      id,
      reference,
      createdOn,
      transactionId: transactionId ?? '',
      message: message ?? '',
      status: finalStatuses.find(final => final === status) ?? 'INIT',
    }),
    completedOn: completedOn?.toISOString() ?? null,
    code: code ?? '',
    authority: authority ?? null,
    consent,
    device: device && shownDevice(device),
    ...(order.exception && { exception: wireException(order.exception) }),
  }
}

function readFilter({ status, ...bounds }: Pick<RequestOf<'findOrders'>, 'status' | 'from' | 'to'>) {
  return { ...readBounds(bounds), status: status || undefined }
}

function wireResult({ outcome, transactionId, message, code, authority, exception }: SubmissionResult) {
  if (code === undefined) return { transactionId }
  const status = outcome === 'timed-out' ? 504 : 200
  return new FailureAnswer(status, code, message, {
    transactionId,
    ...(authority && { authority }),
    ...(exception && { exception: wireException(exception) }),
  })
}
