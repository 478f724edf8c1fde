import { openApiPath } from '../../testing/open-api/document.ts'
import { portalOpenApi } from '../../testing/open-api/portal.ts'
import { calls, type CallName } from '@ekyc/contract/calls'
import { requestExample } from '@ekyc/contract/examples'
import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { expect, test, vi } from 'vitest'

import { doKyc } from '../../testing/do-kyc.ts'
import { notMatched, verified } from '../../testing/outside/fake-outside.ts'
import { seededRandom } from '../../testing/fixed/seeded-random.ts'
import { holdToContract } from '../../testing/hold-to-contract.ts'
import {
  createOddInputs,
  fieldsOf,
  oddKinds,
  type OddKind,
  type Schema,
} from '../../testing/outside/odd-inputs.ts'
import { createSoftAuthenticator } from '../../testing/outside/soft-authenticator.ts'
import { portalOrigin, site } from '../../testing/passkeys.ts'
import { testCapture } from '../../testing/outside/test-capture.ts'
import { agentPassword, serverOfFile, type TestAnswer } from '../../testing/test-server.ts'

const runs = Number(process.env['FUZZ_RUNS'] ?? 60)
/** The seed of the requests. It is 1 in an ordinary run, so that a run fails only because of the change under test. */
const seed = Number(process.env['SEED'] ?? 1)
const random = seededRandom(seed)
if (process.env['FUZZ_RUNS'] !== undefined) vi.setConfig({ testTimeout: 3_600_000 })

const mobile = '9700000001'
/** Another agent, whose number and order id the requests name. */
const foreign = { mobile: '9711111111', orderId: '' }
/** Data of the other agent. No request names these data, so no answer may contain them. */
const secrets = { name: 'Zubeida Foreign', reference: 'FOREIGN-77', transactionId: '' }
const names = Object.keys(calls) as CallName[]
const document = portalOpenApi([], { now: new Date(0), encrypt: password => password })
const odd = createOddInputs({ random, seed, foreign: () => [foreign.mobile, foreign.orderId] })

/** Answers that the OpenAPI document does not allow. */
let passkey = createSoftAuthenticator(site)
const state = {
  token: '',
  password: agentPassword,
  orderId: '01890000-0000-7000-8000-000000000000',
  otpDetails: { otpRefId: 'nobody', otp: '000000' } as object,
  stepUp: { otpRefId: 'nobody', otp: '000000' } as object,
  credential: undefined as object | undefined,
  assertion: undefined as object | undefined,
  sessionId: '0123456789ab',
  passkeyId: 'aWQ',
}

const server = await serverOfFile({ portalOrigin })
const problems = holdToContract(server.app)
await server.addAgent({ mobile, password: agentPassword })
await server.addAgent({ mobile: foreign.mobile, password: agentPassword })
const named = [secrets.name, foreign.mobile]
await server.sql('update agents set name = $1 where mobile = $2', named)
await submitOfForeign()
await signIn()

test(`[rule 14] ${runs} requests of the seed ${seed}: odd fields of every call, and right calls in any order`, async () => {
  const counts = new Map<string, number>()
  const mutations = shuffled(everyMutation())
  let taken = 0
  for (let count = 1; count <= runs; count += 1) {
    server.clock.advance(7_000)
    const isRight = random.chance(0.5)
    const mutation = mutations[taken++ % mutations.length]
    const request = isRight || !mutation ? rightRequest(random.pick(names)) : oddRequest(mutation)
    const answer = await send(request, count)
    const problem = problemOf(answer)
    if (problem !== undefined) throw new Error(reportOf(count, request, answer, problem))
    const kind = `${isRight ? 'right' : 'odd'} ${answer.success ? 'done' : answer.status}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (isRight) await learn(request.name, answer)
    // An odd call may have ended the session or changed the password.
    else if (answer.success && changing.has(request.name)) await signIn()
  }
  process.stdout.write(`fuzz: seed ${seed}, ${JSON.stringify(Object.fromEntries(counts))}\n`)
  expect(counts.get('right done')).toBeGreaterThan(runs / 5)
  expect(await profileOfForeign()).toMatchObject({ name: secrets.name, mobile: foreign.mobile })
})

type Request = {
  name: CallName
  why: string
  url: string
  payload: string | Buffer | undefined
  headers: Record<string, string | string[]>
}
type Answer = { status: number; success: boolean; text: string; body: TestAnswer }

const changing = new Set<CallName>(['setPassword', 'logout', 'endOtherSessions', 'endSession', 'login'])

async function submitOfForeign(): Promise<void> {
  const { mobile: ofForeign } = foreign
  const agent = { mobile: ofForeign, token: await server.signIn(ofForeign) }
  const { orderId, transactionId } = await doKyc(server, { ...agent, reference: secrets.reference })
  foreign.orderId = orderId
  secrets.transactionId = transactionId
}

async function signIn(): Promise<void> {
  await server.sql('delete from login_attempts; delete from address_marks')
  state.token = await server.signIn(mobile, state.password)
}

async function send(request: Request, number: number): Promise<Answer> {
  server.outside.answer = async () => (random.chance(0.5) ? verified : random.pick(verdicts))
  const answer = await server.app.inject({
    method: calls[request.name].method,
    url: request.url,
    // Each request comes from a new address, so that no throttle hides another refusal.
    remoteAddress: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    headers: request.headers,
    ...(request.payload !== undefined && { payload: request.payload }),
  })
  const body = answer.json<TestAnswer>()
  return { status: answer.statusCode, success: body.response.success, text: answer.body, body }
}

const verdicts = [notMatched, { kind: 'timed-out' }, { kind: 'broken', reason: 'cut' }] as const

function problemOf({ status, text }: Answer): string | undefined {
  if (problems.length > 0) return problems.splice(0).join('\n')
  if (status >= 500 && status !== 503 && status !== 504) return 'a fault'
  if (/\n\s+at |node_modules|\.ts:\d+/.test(text)) return 'a stack trace'
  if (
    /\b(select|insert into|update|delete from) .+ (from|values|set|where)\b|relation "|syntax error/i.test(
      text,
    )
  )
    return 'SQL'
  if (Object.values(secrets).some(secret => text.includes(secret))) return "another agent's data"
  return undefined
}

function reportOf(sent: number, request: Request, answer: Answer, problem: string): string {
  return [
    `${problem}: request ${sent}, ${request.why}`,
    `${calls[request.name].method} ${request.url} ${JSON.stringify({ ...request.headers, authorization: '…' })}`,
    String(request.payload).slice(0, 2_000),
    `${answer.status} ${answer.text.slice(0, 2_000)}`,
    `SEED=${seed} FUZZ_RUNS=${runs} npm run test:long -- fuzz sends the same requests`,
  ].join('\n')
}

function rightRequest(name: CallName): Request {
  const { method, path } = calls[name]
  return {
    name,
    why: 'right',
    url: path.replace(':roleId', 'DBS_AGENT'),
    headers: { authorization: `Bearer ${state.token}`, 'content-type': 'application/json' },
    payload: method === 'POST' ? JSON.stringify(rightBody(name)) : undefined,
  }
}

function rightBody(name: CallName): Record<string, unknown> {
  const now = server.clock.now()
  const { orderId } = state
  const encrypt = (password: string) => encryptPassword(password, mobile, indiaDate(now))
  const differs: Partial<Record<CallName, object>> = {
    login: { password: encrypt(state.password) },
    setPassword: { otpDetails: state.otpDetails, newPassword: encrypt(state.password) },
    startPasskey: { otpDetails: state.stepUp },
    ...(state.credential && { addPasskey: { credential: state.credential } }),
    ...(state.assertion && { loginByPasskey: { credential: state.assertion } }),
    checkReference: { dbsRefCode: newReference() },
    submitOrder: {
      biometricDeviceInfo: testCapture(now, mobile),
      consent: { version: '2', language: 'en', givenOn: now.toISOString() },
    },
    endSession: { id: state.sessionId },
    removePasskey: { id: state.passkeyId },
  }
  const body = { ...requestExample(name, { now, mobile, orderId, encrypt }), ...differs[name] }
  return structuredClone(body)
}

let references = 0
/** Three in four references are new, and most others were used before. */
function newReference(): string {
  const reference = `FUZZ-${random.chance(0.75) ? (references += 1) : random.below(references + 2)}`
  server.outside.references.set(reference, 'allowed')
  return reference
}

async function learn(name: CallName, { success, status, body }: Answer): Promise<void> {
  const { otpDetails, options, orderId, token } = body
  if (!success) {
    if (status === 401) await signIn()
    return
  }
  const otp = async () => ({
    ...(otpDetails as object),
    otp: (await server.lastSms(mobile))?.match(/\b\d{6}\b/)?.[0] ?? '000000',
  })
  if (name === 'checkReference') state.orderId = orderId
  if (name === 'login' || name === 'loginByPasskey') state.token = token
  if (name === 'resetPassword') state.otpDetails = await otp()
  if (name === 'sendPasskeyOtp') state.stepUp = await otp()
  if (name === 'startPasskey') {
    passkey = createSoftAuthenticator(site)
    state.credential = await passkey.make(options)
  }
  if (name === 'startPasskeyLogin') state.assertion = await passkey.sign(options)
  if (name === 'getSecurity') {
    const { sessions = [], passkeys = [] } = body as unknown as Record<string, { id: string }[]>
    state.sessionId = sessions.at(-1)?.id ?? state.sessionId
    state.passkeyId = passkeys.at(-1)?.id ?? state.passkeyId
  }
  if (name === 'logout' || name === 'endSession' || name === 'setPassword') await signIn()
}

type Mutation = { name: CallName; kind: OddKind | WholeKind; field: string; schema: Schema }
type WholeKind = keyof typeof wholeChanges

/** The changes of a whole request. */
const wholeChanges = {
  cut({ payload = '' }) {
    const bytes = Buffer.from(payload)
    return { payload: bytes.subarray(0, random.below(bytes.length || 1)) }
  },
  flipped({ payload = '' }) {
    const bytes = Buffer.from(payload)
    const at = random.below(bytes.length || 1)
    if (at in bytes) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
    return { payload: payload === '' ? undefined : bytes }
  },
  empty: () => ({ payload: undefined }),
  media: ({ headers }) => ({ headers: { ...headers, 'content-type': random.pick(media) } }),
  'two tokens': ({ headers: { authorization, ...others } }) => ({
    headers: { ...others, authorization: [String(authorization), `Bearer ${'A'.repeat(43)}`] },
  }),
  'two roles': ({ headers }) => ({
    headers: { ...headers, role: ['ROLE_ADMIN', 'x'], 'client-id': ['1', mobile] },
  }),
  query: ({ url }) => ({ url: `${url}?username=1&username=${foreign.mobile}&${'a=%00&'.repeat(50)}` }),
  slashes: ({ url }) => ({
    url: `${url}${random.pick(['/', '//', '/%2e%2e', '%00', `/${'x'.repeat(3_000)}`])}`,
  }),
} satisfies Record<string, (request: Request) => Partial<Request>>
const wholeKinds = Object.keys(wholeChanges) as WholeKind[]

function everyMutation(): Mutation[] {
  return names.flatMap(name => {
    const operation =
      document.paths?.[openApiPath(calls[name].path)]?.[calls[name].method === 'GET' ? 'get' : 'post']
    const content = (operation?.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)
      ?.content
    const fields = fieldsOf(content?.['application/json']?.schema ?? {}, document)
    return [
      ...fields.flatMap(([field, schema]) => oddKinds.map(kind => ({ name, kind, field, schema }))),
      ...wholeKinds.map(kind => ({ name, kind, field: '', schema: {} })),
    ]
  })
}

function oddRequest({ name, kind, field, schema }: Mutation): Request {
  const request = { ...rightRequest(name), why: `${kind} ${field}` }
  return kind in wholeChanges
    ? { ...request, ...wholeChanges[kind as WholeKind](request) }
    : { ...request, payload: odd.payload(rightBody(name), kind as OddKind, field, schema) }
}

const media = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/jsonp',
  '',
  'multipart/form-data; boundary=x',
]

async function profileOfForeign(): Promise<unknown> {
  const token = await server.signIn(foreign.mobile)
  return (await server.call('getProfile', { username: foreign.mobile }, { token }))['user']
}

function shuffled<T>(list: T[]): T[] {
  const left = list.map(item => ({ item, place: random.below(2 ** 31) }))
  return left.toSorted((one, other) => one.place - other.place).map(({ item }) => item)
}
