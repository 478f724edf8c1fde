import { expect, test } from 'vitest'

import { decideOtp, type OtpDecision, type OtpFacts, type OtpHandle, type OtpRequest } from './decide-otp.ts'
import { hourMs, minuteMs, secondMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'

const at = new Date('2026-11-23T06:00:00.000Z')
const ago = (ms: number) => new Date(at.getTime() - ms)
const agent = { passwordHash: 'a hash' }
const newAgent = { passwordHash: null }
const network = '203.0.113.1'
const widerNetwork = '203.0.113.0/24'
const device = 'a device'
const stranger: OtpRequest = {
  agent,
  purpose: 'reset',
  origin: { network, widerNetwork, device: undefined },
}
const fromDevice: OtpRequest = { ...stranger, origin: { network, widerNetwork, device } }

/** Makes a code of the requester that was sent `sentMs` milliseconds ago. */
const code = (requester: string, sentMs: number, more: Partial<OtpHandle> = {}): OtpHandle => ({
  mobile: '9300000001',
  requester,
  refId: `handle of ${requester}`,
  codeId: `code of ${requester}`,
  purpose: 'reset',
  codeHash: new Uint8Array(32),
  mark: '12',
  isKnown: false,
  sentOn: ago(sentMs),
  expiresOn: new Date(at.getTime() - sentMs + 5 * minuteMs),
  triesLeft: 5,
  usedOn: null,
  ...more,
})
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))
const sends = (requester: string, count: number, { lastMs = 2 * minuteMs, takesShare = true } = {}) =>
  times(count, n => ({ requester, at: ago(lastMs + n * minuteMs), takesShare }))
const three = [code('a', 3_000), code('b', 2_000), code('c', 1_000)]
const phones = (of: string, count: number, everyMs: number) =>
  times(count, n => ({ address: of, at: ago(n * everyMs) }))

const nothing: OtpFacts = {
  trusted: [],
  codes: [],
  sends: [],
  otherPhones: [],
  bankWaitMs: 0,
}

const beginner = { ...stranger, agent: newAgent }
const inSession = { ...stranger, purpose: 'change' as const }
const unopened = code(network, 1, { codeHash: null })
const sent = { kind: 'send' }
const repeated = { kind: 'repeat' }
const throttled = { kind: 'throttle' }
const withheld = { kind: 'withhold' }

type Row = [what: string, held: Partial<OtpFacts>, request: OtpRequest, expected: object]
const known = { trusted: [device] }
const forBank = { isForBank: true }
const deviceForBank = { ...fromDevice, ...forBank }
const rows: Row[] = [
  ['a stranger, nothing stored', {}, stranger, { ...sent, takesShare: true, requester: { isDevice: false } }],
  ['a known device', known, fromDevice, { ...sent, takesShare: false, requester: { isDevice: true } }],
  ['a device without trust is its network', {}, fromDevice, { requester: { id: network, isKnown: false } }],
  [
    'a known network',
    { trusted: [network] },
    stranger,
    { takesShare: false, requester: { isKnown: true, isDevice: false } },
  ],
  ['a session', {}, inSession, { takesShare: false, requester: { isKnown: true, isDevice: false } }],
  ['an agent without a password', {}, beginner, sent],
  [
    'the code of a passkey, beside another',
    { codes: [code(network, 1)] },
    { ...stranger, purpose: 'passkey' },
    { ...sent, requester: { id: `${network} passkey`, isKnown: true }, ends: undefined },
  ],
  ['an agent for the bank alone', {}, { ...stranger, ...forBank }, { ...withheld, takesShare: true }],
  ['the same from a known device', known, deviceForBank, withheld],
  [
    'the same again: as a stranger of nobody',
    { ...known, codes: [code(device, 1, { codeHash: null })] },
    deviceForBank,
    repeated,
  ],
  ['by a clock set back', { codes: [code(network, -59_999)] }, stranger, repeated],
  ['a handle that nothing opens, to a stranger', { codes: [unopened] }, stranger, repeated],
  [
    'a handle that nothing opens, to who is known since',
    { codes: [unopened], trusted: [network] },
    stranger,
    sent,
  ],
  ["another's code", { codes: [code('198.51.100.1', 1)] }, stranger, sent],
  [
    "the bank's own code",
    { codes: [code('bank', minuteMs)] },
    stranger,
    { kind: 'join', requester: { id: network } },
  ],
  [
    "the bank's own code, joined before",
    { codes: [code('bank', minuteMs), code(network, minuteMs, { codeId: 'code of bank' })] },
    stranger,
    { ...repeated, code: { requester: network } },
  ],
  [
    "the bank's own code, to a known device: one of its own",
    { ...known, codes: [code('bank', minuteMs)] },
    fromDevice,
    sent,
  ],
  [
    "the bank's own code, to a known device of an agent for the bank alone",
    { ...known, codes: [code('bank', minuteMs)] },
    deviceForBank,
    { kind: 'join', requester: { id: device } },
  ],
  ["the bank's own code, expired", { codes: [code('bank', 5 * minuteMs)] }, stranger, sent],
  ["the requester's fifth in an hour", { sends: sends(network, 4) }, stranger, sent],
  ["the requester's sixth in an hour", { sends: sends(network, 5) }, stranger, throttled],
  [
    "the requester's eleventh in a day",
    { sends: sends(network, 10, { lastMs: hourMs }) },
    stranger,
    { ...throttled, waitMs: 23 * hourMs - 9 * minuteMs },
  ],
  ['a known device, too', { ...known, sends: sends(device, 5) }, fromDevice, throttled],
  [
    'the wider network asked for 100 phones, a known device in it',
    { ...known, otherPhones: phones(widerNetwork, 100, secondMs) },
    fromDevice,
    sent,
  ],
  [
    'the wider network asked for 100 phones, a known address in it',
    { trusted: [network], otherPhones: phones(widerNetwork, 100, secondMs) },
    stranger,
    throttled,
  ],
  [
    'the wider network asked for 99 phones',
    { otherPhones: phones(widerNetwork, 99, secondMs) },
    stranger,
    sent,
  ],
  [
    'the address asked for twenty phones, a session',
    { otherPhones: phones(network, 20, minuteMs) },
    inSession,
    throttled,
  ],
  [
    'without a password, while three codes are live',
    { codes: three },
    beginner,
    { ...throttled, waitMs: 5 * minuteMs - 3_000 },
  ],
  ['an unknown phone', {}, { ...stranger, agent: undefined }, { ...withheld, takesShare: true }],
  [
    'beyond the share of a day',
    { sends: sends('others', 20, { lastMs: hourMs }) },
    stranger,
    { ...withheld, takesShare: false },
  ],
  [
    'sends of known requesters take no share',
    { sends: sends('others', 20, { takesShare: false }) },
    stranger,
    sent,
  ],
  [
    'the bank has spent its budget, no password',
    { bankWaitMs: minuteMs },
    beginner,
    { ...throttled, waitMs: minuteMs, isOverBudget: true },
  ],
  [
    'the bank has spent its budget, a known network',
    { trusted: [network], bankWaitMs: minuteMs },
    stranger,
    sent,
  ],
  ['three codes are live', { codes: three }, stranger, { ...withheld, takesShare: false }],
  // The following cases show which code a new code ends.
  ['three, a known device', { ...known, codes: three }, fromDevice, { ends: { requester: 'a' } }],
  [
    'three, the oldest of a known requester',
    { ...known, codes: [{ ...code('a', 3_000), isKnown: true }, ...three.slice(1)] },
    fromDevice,
    { ends: { requester: 'b' } },
  ],
  [
    'three of known requesters',
    { ...known, codes: three.map(one => ({ ...one, isKnown: true })) },
    fromDevice,
    { ends: { requester: 'a' } },
  ],
  [
    "three, one of them the requester's own",
    { ...known, codes: [...three.slice(1), code(device, 61 * secondMs)] },
    fromDevice,
    { ...sent, ends: undefined },
  ],
]

test.each(rows)('[rule 12] %s', (_what, held, request, expected) => {
  const decision: OtpDecision = decideOtp({ ...nothing, ...held }, request, at, defaultPolicy)
  expect(decision).toMatchObject(expected)
})

test.each(rows.filter(([, , request]) => request.agent === agent))(
  '[rule 13] a phone that is no agent’s is decided about like that of an agent, but nothing is sent: %s',
  (_what, held, request) => {
    const all = { ...nothing, ...held }
    const ofAgent = decideOtp(all, request, at, defaultPolicy)
    const ofNobody = decideOtp(all, { ...request, agent: undefined }, at, defaultPolicy)
    expect(ofNobody).toEqual(
      ofAgent.kind === 'send' ? { ...ofAgent, kind: 'withhold', ends: undefined } : ofAgent,
    )
  },
)
