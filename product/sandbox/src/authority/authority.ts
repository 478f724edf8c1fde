import { setTimeout as wait } from 'node:timers/promises'

import { createControl, field, nullable, oneOf } from '@ekyc/rd-simulator/control'

import { faultFields, garbage, misbehave, noFaults, type Faults } from '../http/misbehave.ts'
import { controlRoutes, json, text, xml, type Answer, type Request, type Route } from '../http/route.ts'
import type { SandboxKeys } from '../keys/keys.ts'
import type { Person } from '../people/people.ts'
import { keyOfCertificate, type Agency } from './agency.ts'
import { examine, createFreshness } from './examine.ts'
import { readAuth, readKyc, type Kyc } from './read-auth.ts'
import { kycRefusal, Refusal } from './refusal.ts'
import { writeAnswer, writeUnprocessed, tamperings, type Known, type Tampering } from './write-answer.ts'
import { readSigned } from './xml-signature.ts'

/** The settings of `PUT /authority`: faults of the connection, a refusal of valid requests, and forged answers. */
type AuthoritySettings = Faults & {
  /** The code that refuses valid requests, or null. A code K-… refuses the Kyc, a code of 3 digits its Auth. */
  errorCode: string | null
  tampering: Tampering
}

/**
 * Simulates the identity authority: e-KYC 2.5 over HTTP, and the control of its settings. Refusals too have HTTP status
 * 200. As long as no signature has identified the caller, a refusal is a bare Resp with status -1. Later answers are
 * signed and encrypted.
 */
export function createAuthority(options: {
  keys: SandboxKeys
  agency: Agency
  now: () => Date
  /** The delay of answers about people whose `authorityAnswers` is 'too-late', in ms. */
  lateAnswerMs: number
}): Route[] {
  const { keys, agency, now } = options
  const control = createControl<AuthoritySettings>(
    { ...noFaults, errorCode: null, tampering: 'none' },
    { ...faultFields, errorCode, tampering: oneOf(tamperings) },
  )
  const requests: LoggedRequest[] = []
  const checkFreshness = createFreshness()

  async function receive(request: Request): Promise<Answer> {
    if (!/^(application|text)\/xml\b/i.test(request.headers['content-type'] ?? ''))
      return text(415, 'Send XML')
    const entry: LoggedRequest = { txn: '', receivedOn: now().toISOString(), outcome: 'pending' }
    requests.push(entry)
    if (requests.length > mostRequests) requests.shift()
    try {
      const answer = await misbehave(control.settings, request.hungUp, () => decide(request, entry))
      if (entry.outcome === 'pending') entry.outcome = `HTTP ${control.settings.httpStatus}`
      return answer
    } catch (error) {
      if (!request.hungUp.aborted) throw error
      entry.outcome = 'caller hung up'
      return { kind: 'cut' }
    }
  }

  async function decide(request: Request, entry: LoggedRequest): Promise<Answer> {
    const sender = orRefusal(() => identify(request))
    if (sender instanceof Refusal) {
      entry.outcome = sender.code
      return xml(writeUnprocessed(sender, '', now()))
    }
    entry.txn = sender.known.auth.txn
    const result = orRefusal(() => judge(request, sender))
    const answers = result instanceof Refusal ? 'in-time' : result.authorityAnswers
    if (answers === 'too-late') await wait(options.lateAnswerMs, undefined, { signal: request.hungUp })
    if (answers === 'garbage') {
      entry.outcome = 'garbage'
      return garbage()
    }
    entry.outcome = result instanceof Refusal ? result.code : 'verified'
    return xml(writeAnswer(sender.known, result, { keys, now: now(), tampering: control.settings.tampering }))
  }

  function identify(request: Request): { kyc: Kyc; known: Known } {
    const kyc = readKyc(request.body)
    if (request.params['ac'] !== agency.auaCode) throw kycRefusal('K-600')
    const auth = readSigned(kyc.auth, 'Auth', certificate => keyOfCertificate(agency, certificate, now()))
    if (auth.kind === 'unreadable') throw kycRefusal('K-540')
    if (auth.kind === 'wrong-certificate') throw kycRefusal('K-570')
    if (auth.kind !== 'signed') throw kycRefusal('K-569')
    return { kyc, known: { auth: readAuth(auth.element) } }
  }

  function judge({ params }: Request, { kyc, known }: { kyc: Kyc; known: Known }): Person {
    const address = {
      auaCode: params['ac'] ?? '',
      uid0: params['uid0'] ?? '',
      uid1: params['uid1'] ?? '',
      asaLicenceKey: params['asalk'] ?? '',
    }
    const person = examine({ kyc, known, address }, { keys, agency, checkFreshness, now: now() })
    const { errorCode: wanted } = control.settings
    if (wanted !== null) throw new Refusal(wanted.startsWith('K-') ? 'kyc' : 'authentication', wanted)
    return person
  }

  return [
    { method: 'POST', path: '/authority/kyc/2.5/:ac/:uid0/:uid1/:asalk', handle: receive },
    { method: 'GET', path: '/authority/requests', handle: () => json(200, requests) },
    ...controlRoutes('/authority', control),
  ]
}

const errorCode = nullable(
  field(
    (value): value is string => typeof value === 'string' && /^(K-)?\d{3}$/.test(value),
    'K- and three digits, three digits, or null',
  ),
)

function orRefusal<T>(work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** One entry of `GET /authority/requests`. It contains no PID data. */
type LoggedRequest = {
  /** The transaction id; '' if the request was not readable or not signed. */
  txn: string
  receivedOn: string
  /** 'pending', 'verified', the code of a refusal, or a fault of the connection. */
  outcome: string
}

const mostRequests = 1000
