import { adviceOn, readCertificateValidity, readPidData, readRdService, type PidData } from '@ekyc/rd-client'

import { demandTexts, type DemandId, type DemandText } from './demand-texts.ts'
import { attributeIn, judgedAsDocument, judgedInterfaces, missingIn, unfitTexts } from './documents.ts'
import { differs, met, missed, none, untested, worstOf, type Judgement } from './judgement.ts'
import type { Exchange, Observation, Verb } from './observation.ts'
import { answersIn, callsIn, deviceIn, endOf, plain, readingOf } from './reading.ts'

export type Demand = DemandText & { id: DemandId; judge: Judge }

type Judge = (seen: Observation) => Judgement

const judges: Record<DemandId, Judge> = {
  port: ({ target: { port } }) => (port >= 11_100 && port <= 11_120 ? met : differs)(`port ${port}`),
  'loopback-only': ({ openTo }) =>
    openTo ? none(openTo, 'closed to the network') : untested('no network to try'),

  discovery: ({ discovery }) => (readingOf(discovery, readRdService).value ? met : missed)(endOf(discovery)),
  'discovery-line': ({ discoveryByStar }) =>
    (discoveryByStar.ended === 'answer' ? met : differs)(endOf(discoveryByStar)),
  status: onService(({ status }) =>
    (['READY', 'USED', 'NOTREADY'].includes(status) ? met : differs)(plain(status)),
  ),
  scanner: onService(({ status, state }) => (state === 'ready' ? met : missed)(plain(status))),
  interfaces: onService((_service, { discovery }) => judgedInterfaces(discovery)),

  'display-text': onAnswers(unfitTexts, 'plain'),
  'http-status': onAnswers((_verb, { status }) => (status === 200 ? [] : [`${status}`]), '200'),
  headers: onAnswers(
    (_verb, { headers: { 'content-type': type = '', 'cache-control': cache = '' } }) =>
      /^text\/xml\b/i.test(type) && /no-cache|no-store/i.test(cache) ? [] : [`${type}, ${cache}`],
    'both',
    differs,
  ),
  'whole-answers': seen => {
    const others = callsIn(seen).filter(([, { ended }]) => ended !== 'answer')
    const misses = others.map(([verb, call]) => `${verb}: ${endOf(call)}`)
    return none(misses, 'all')
  },
  documents: seen => {
    const judgements = answersIn(seen).map(([verb, answer]) => judgedAsDocument(verb, answer))
    return judgements.length === 0 ? noAnswer : worstOf(judgements)
  },

  'device-info': seen => {
    const device = deviceIn(seen)
    if (!device) return (seen.deviceInfo.ended === 'unasked' ? untested : missed)(endOf(seen.deviceInfo))
    const names = ['dpId', 'rdsId', 'rdsVer', 'dc', 'mi', 'mc'] as const
    const absent = names.filter(name => device[name] === '').map(name => `no ${name}`)
    return none(absent, 'all six')
  },
  'device-certificate': seen => {
    const mc = deviceIn(seen)?.mc
    if (!mc) return untested('no certificate')
    const { notBefore, notAfter } = readCertificateValidity(mc) ?? {}
    if (!notBefore || !notAfter) return missed('no X.509 certificate')
    const isValid = seen.now >= notBefore && seen.now <= notAfter
    return (isValid ? met : missed)(`until ${notAfter.toISOString().slice(0, 10)}`)
  },

  'error-codes': ({ badCapture }) => {
    if (badCapture.ended !== 'answer') return untested(endOf(badCapture))
    const { deviceCode } = readingOf(badCapture, readPidData).error ?? {}
    return deviceCode === undefined ? missed('no errCode') : met(`errCode ${plain(deviceCode)}`)
  },
  capture: onCapture(first => {
    const { error } = readingOf(first, readPidData)
    if (!error) return met('errCode 0')
    if (error.code !== 'refused') return missed(error.code)
    return missed(`errCode ${plain(error.deviceCode)}: ${plain(error.deviceText)}`, adviceOn(error).now)
  }),
  'capture-parts': onCapture(first => {
    const { value, error } = readingOf(first, readPidData)
    if (value) return met('all parts')
    return error.code === 'incomplete' ? missed(missingIn(first)) : untested('no success')
  }),
  'capture-clock': onSuccess(({ pidTimestamp }, { now }) => {
    const minutes = Math.round((Date.parse(`${pidTimestamp}+05:30`) - now.getTime()) / 60_000)
    return (Math.abs(minutes) <= 2 ? met : missed)(`${minutes} minutes off`)
  }),
  'capture-quality': onSuccess(({ xml }) => {
    const qScore = attributeIn(xml, 'qScore').trim()
    const isRight = /^\d+(?:\.\d+)?$/.test(qScore) && Number(qScore) >= 45
    return (isRight ? met : differs)(`qScore ${plain(qScore) || 'not sent'}`)
  }),
  'capture-once': onSuccess(({ skey }, { captures: [, second] }) => {
    const again = second && readingOf(second, readPidData).value
    if (!again) return untested('one capture')
    return again.skey.value === skey.value ? missed('the same twice') : met('differ')
  }),
  'capture-contents': () => untested("the authority's key alone opens it"),
  'answer-time': seen => slowerThan(500, { RDSERVICE: seen.discovery, DEVICEINFO: seen.deviceInfo }),

  preflight: onPreflights(
    ({ status }) => status >= 200 && status <= 299,
    ({ status }) => `HTTP ${status}`,
  ),
  'preflight-origin': onPreflights(allowsOrigin, header('access-control-allow-origin')),
  'preflight-methods': onPreflights(
    (call, _seen, verb) =>
      listed(call, 'access-control-allow-methods').some(item => item === '*' || item === verb),
    header('access-control-allow-methods'),
  ),
  'preflight-headers': ({ preflights: { CAPTURE } }) => {
    const names = listed(CAPTURE, 'access-control-allow-headers').map(name => name.toLowerCase())
    const isAllowed = names.includes('*') || names.includes('content-type')
    return (isAllowed ? met : missed)(names.join(', ') || 'not sent')
  },
  'answer-origin': seen =>
    onAnswers((_verb, call) => (allowsOrigin(call, seen) ? [] : ['not allowed']), 'allowed')(seen),
  'private-network': ({ preflights: { RDSERVICE } }) => {
    const sent = RDSERVICE.headers['access-control-allow-private-network']
    if (sent === undefined) return met('not sent: no browser of today asks for it')
    return (sent === 'true' ? met : differs)(plain(sent))
  },
  'preflight-time': seen => slowerThan(200, seen.preflights),
  'https-certificate': ({ target: { scheme }, discovery: { distrust } }) => {
    if (scheme === 'http') return met('http needs none')
    return distrust === '' ? met('trusted') : missed(distrust)
  },
}

/** All demands on a device service, in the order of the report. */
export const demands: readonly Demand[] = (Object.keys(demandTexts) as DemandId[]).map(id => ({
  id,
  ...demandTexts[id],
  judge: judges[id],
}))

const noAnswer = untested('no answer')

function onService(
  judge: (service: ReturnType<typeof readRdService>, seen: Observation) => Judgement,
): Judge {
  return seen => {
    const { value } = readingOf(seen.discovery, readRdService)
    return value ? judge(value, seen) : untested('no RDService')
  }
}

function onAnswers(
  missesOf: (verb: Verb, answer: Exchange) => string[],
  otherwise: string,
  verdict?: typeof differs,
): Judge {
  return seen => {
    const answers = answersIn(seen)
    if (answers.length === 0) return noAnswer
    const misses = answers.flatMap(([verb, answer]) => missesOf(verb, answer).map(miss => `${verb}: ${miss}`))
    return none(misses, otherwise, verdict)
  }
}

function onCapture(judge: (first: Exchange, seen: Observation) => Judgement): Judge {
  return seen => {
    const [first] = seen.captures
    if (!first) return untested('no finger was asked for')
    return first.ended === 'answer' ? judge(first, seen) : untested(endOf(first))
  }
}

function onSuccess(judge: (pidData: PidData, seen: Observation) => Judgement): Judge {
  return onCapture((first, seen) => {
    const { value } = readingOf(first, readPidData)
    return value ? judge(value, seen) : untested('no success')
  })
}

function onPreflights(
  isRight: (call: Exchange, seen: Observation, verb: Verb) => boolean,
  tell: (call: Exchange) => string,
): Judge {
  return seen => {
    const calls = Object.entries(seen.preflights) as [Verb, Exchange][]
    const wrong = calls.filter(([verb, call]) => !isRight(call, seen, verb))
    const misses = wrong.map(
      ([verb, call]) => `${verb}: ${call.ended === 'answer' ? tell(call) : endOf(call)}`,
    )
    return none(misses, tell(seen.preflights.RDSERVICE))
  }
}

function slowerThan(limitMs: number, calls: Readonly<Record<string, Exchange>>): Judgement {
  const times = Object.entries(calls).map(([verb, { tookMs }]) => `${verb} ${tookMs} ms`)
  return (Object.values(calls).some(({ tookMs }) => tookMs > limitMs) ? differs : met)(times.join(', '))
}

function header(name: string): (call: Exchange) => string {
  return ({ headers }) => plain(headers[name]) || 'not sent'
}

function allowsOrigin({ headers }: Exchange, { pageOrigin }: Observation): boolean {
  return ['*', pageOrigin].includes(headers['access-control-allow-origin'] ?? '')
}

function listed({ headers }: Exchange, name: string): string[] {
  return (headers[name] ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}
