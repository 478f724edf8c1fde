import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import { fingerTemplate } from '@ekyc/rd-simulator/fingers/template'

import { auaOrganisation } from '../keys/keys.ts'
import { personByReference } from '../people/people.ts'
import { usualWadh } from './testing/captured.ts'
import { flipBit, testAgency, type Answered, type Changes, type TestAgency } from './testing/test-agency.ts'
import { testTime } from './testing/test-time.ts'
import { attribute, childOf } from './xml.ts'

let agency: TestAgency

beforeAll(async () => {
  agency = await testAgency()
}, 60_000)

afterAll(() => agency.close())

beforeEach(async () => {
  await fetch(`${agency.url}/authority`, { method: 'DELETE' })
})

const idOf = (reference: string): string => personByReference(reference)?.idNumber ?? ''
const kycErr = (answer: Answered): string => (answer.kycRes ? attribute(answer.kycRes, 'err') : answer.err)
const authErr = (answer: Answered): string => (answer.authRes ? attribute(answer.authRes, 'err') : '')

async function requests(): Promise<{ txn: string; receivedOn: string; outcome: string }[]> {
  return (await fetch(`${agency.url}/authority/requests`)).json() as Promise<
    { txn: string; receivedOn: string; outcome: string }[]
  >
}

describe('an honest request', () => {
  test('is answered with the person, signed and sealed, and tells the capture it was about', async () => {
    const takenAt = new Date(testTime)
    const answer = await agency.ask({ txn: 'UKC:honest-1', capture: { takenAt } })
    const person = personByReference('DBS10001')
    const { kycRes, authRes } = answer
    const uidData = kycRes && childOf(kycRes, 'UidData')
    const poi = uidData && childOf(uidData, 'Poi')
    if (!kycRes || !authRes || !uidData || !poi) throw new Error('incomplete')
    expect(attribute(kycRes, 'ret')).toBe('y')
    expect(attribute(kycRes, 'txn')).toBe('UKC:honest-1')
    expect(attribute(kycRes, 'code')).toMatch(/^[0-9a-f]{40}$/)
    expect(new Date(attribute(kycRes, 'ttl')).getTime()).toBeGreaterThan(testTime)
    expect(attribute(uidData, 'uid')).toBe(person?.idNumber)
    expect(attribute(uidData, 'tkn')).toHaveLength(72)
    expect(attribute(poi, 'name')).toBe(person?.name)
    expect(attribute(poi, 'dob')).toMatch(/^\d\d-\d\d-\d{4}$/)
    const photo = Buffer.from(childOf(uidData, 'Pht')?.textContent ?? '', 'base64')
    expect(photo.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(photo.subarray(-2).toString('hex')).toBe('ffd9')

    const info = attribute(authRes, 'info')
    const fields = /^04\{(.*)\}$/.exec(info)?.[1]?.split(',') ?? []
    const indiaDigits = new Date(takenAt.getTime() + 5.5 * 3_600_000)
      .toISOString()
      .replace(/\D/g, '')
      .slice(0, 14)
    expect(fields).toHaveLength(31)
    expect(fields[0]).toBe(attribute(uidData, 'tkn'))
    expect(fields.slice(4, 11)).toEqual(['2.0', indiaDigits, '1', '1', '0', '0', '2.5'])
    expect(fields.slice(24)).toEqual([
      'registered',
      'RENESAS.MANTRA.001',
      '1.4.1',
      'MANTRA.MSIPL',
      'MFS110',
      'L1',
      usualWadh,
    ])
  })

  test('may carry the template alone', async () => {
    const record = fingerTemplate(personByReference('DBS20007')?.enrolledFinger ?? '', 5)
    const answer = await agency.ask({
      uid: idOf('DBS20007'),
      uses: { bt: 'FMR' },
      capture: { bios: [{ type: 'FMR', record }] },
    })
    expect(attribute(answer.kycRes, 'ret')).toBe('y')
  })
})

describe('the verdict comes from comparing templates', () => {
  test.each([
    ['DBS20002 with the finger of DBS20001', 'DBS20002', 'finger of DBS20001', '300'],
    ['DBS30001, whose biometrics are locked', 'DBS30001', undefined, '330'],
  ])('%s', async (_, reference, finger, err) => {
    const answer = await agency.ask({ uid: idOf(reference), ...(finger && { capture: { finger } }) })
    expect([kycErr(answer), authErr(answer)]).toEqual(['K-100', err])
  })
})

/** Each row has a fault, the changed request, the expected code of the e-KYC, and that of its authentication. */
const refusals: [string, Changes | (() => Changes | Promise<Changes>), string, string?][] = [
  ['no XML', { body: 'nonsense' }, 'K-540'],
  ['a Rad that is no Auth', { signedAuth: () => '<Other/>' }, 'K-540'],
  ['another version of Kyc', { kyc: { ver: '2.1' } }, 'K-541'],
  ['no consent in Kyc', { kyc: { rc: 'N' } }, 'K-542'],
  ['an unknown ra', { kyc: { ra: 'X' } }, 'K-544'],
  ['an unknown pfr', { kyc: { pfr: 'Q' } }, 'K-546'],
  ['a wadh with one other character', { capture: { wadh: `F${usualWadh.slice(1)}` } }, 'K-547'],
  ['a txn of another namespace', { txn: 'U*:whatever' }, 'K-551'],
  ['no signature', { signedAuth: xml => xml.replace(/<Signature.*<\/Signature>/s, '') }, 'K-569'],
  ['a signature with a flipped bit', { signedAuth: flipSignatureBit }, 'K-569'],
  ['a second Auth around the signed one', { signedAuth: wrapped }, 'K-569'],
  ['a certificate of a stranger', async () => ({ signer: await stranger('Somebody else') }), 'K-570'],
  ['a stranger with our name', async () => ({ signer: await stranger(auaOrganisation) }), 'K-570'],
  ['an unknown agency in the address', { path: path => path.replace('TESTAUA', 'OTHERAUA') }, 'K-600'],
  ['another ASA licence key', { path: path => path.replace(/[^/]+$/, 'wrong') }, 'K-601'],
  ['a txn with a character that is not allowed', { txn: 'UKC:a_b' }, 'K-100', '510'],
  ['a udc of 21 characters', { meta: { udc: 'x'.repeat(21) } }, 'K-100', '510'],
  ['another version of Auth', { auth: { ver: '2.0' } }, 'K-100', '540'],
  ['no consent in Auth', { auth: { rc: 'N' } }, 'K-100', '512'],
  ['another tid', { auth: { tid: 'public' } }, 'K-100', '520'],
  ['another ac', { auth: { ac: 'OTHERAUA' } }, 'K-100', '530'],
  ['a sub-AUA that is not ours', { auth: { sa: 'OTHERSUB' } }, 'K-100', '543'],
  ['a wrong licence key', { auth: { lk: 'wrong' } }, 'K-100', '566'],
  ['Uses without biometrics', { uses: { bio: 'n' } }, 'K-100', '550'],
  ['a kind that bt does not name', { uses: { bt: 'FMR' } }, 'K-100', '821'],
  ['an unknown key id', { capture: { keyId: '20200916' } }, 'K-100', '501'],
  ['Skey with a flipped bit', flipped('skey', 100), 'K-100', '500'],
  ['Data with a flipped bit', flipped('data', 200), 'K-100', '502'],
  ['Hmac with a flipped bit', flipped('hmac', 20), 'K-100', '503'],
  ['Hmac over something else', { capture: { hashOf: 'else' } }, 'K-100', '564'],
  ['another Pid version', { capture: { pidVer: '1.0' } }, 'K-100', '541'],
  ['another time in the Pid', { capture: { pidTs: '2026-01-15T10:20:30' } }, 'K-100', '511'],
  ['a capture of yesterday', { capture: { takenAt: new Date(testTime - 86_460_000) } }, 'K-100', '561'],
  ['a capture of the future', { capture: { takenAt: new Date(testTime + 150_000) } }, 'K-100', '562'],
  ['an unknown provider', { capture: { device: { dpId: 'OTHER' as 'MANTRA.MSIPL' } } }, 'K-100', '557'],
  ['an unknown service', { capture: { device: { rdsId: 'OTHER' as 'RENESAS.MANTRA.001' } } }, 'K-100', '555'],
  ['an unknown version of the service', { meta: { rdsVer: '0.0.1' } }, 'K-100', '556'],
  ['an unknown model', { capture: { device: { mi: 'OTHER' as 'MFS110' } } }, 'K-100', '524'],
  ['an unknown device code', { meta: { dc: '00000000-0000-4000-8000-000000000000' } }, 'K-100', '521'],
  ['a device certificate of another provider', () => withDevice('stranger'), 'K-100', '527'],
  ['an expired device certificate', () => withDevice('expired'), 'K-100', '559'],
  ['a dih of another device', { capture: { dih: usualWadh } }, 'K-100', '558'],
  ['a record that the device did not sign', { capture: { bs: 'c2ln' } }, 'K-100', '822'],
  ['no records', { capture: { bios: [] } }, 'K-100', '810'],
  [
    'a template that is none',
    () => ({ uses: { bt: 'FMR' }, capture: { bios: [noTemplate] } }),
    'K-100',
    '800',
  ],
  ['a number with a wrong check digit', () => ({ uid: wrongDigit(idOf('DBS10001')) }), 'K-100', '998'],
  ['a virtual id', { uid: '0123456789012345' }, 'K-100', '515'],
  ['a UID token', { uid: '0'.repeat(72) }, 'K-100', '514'],
]

const noTemplate = { type: 'FMR', record: Buffer.from('no template at all') }

describe('a request is refused for', () => {
  test.each(refusals)('%s', async (_, changes, kycCode, authCode) => {
    const answer = await agency.ask(typeof changes === 'function' ? await changes() : changes)
    expect(kycErr(answer)).toBe(kycCode)
    expect(authErr(answer)).toBe(authCode ?? '')
    expect((await requests()).at(-1)?.outcome).toBe(authCode ?? kycCode)
  })

  test('having been sent before', async () => {
    const { path, body } = agency.build()
    const send = (): Promise<Response> =>
      fetch(agency.url + path, { method: 'POST', headers: { 'content-type': 'text/xml' }, body })
    expect((await send()).status).toBe(200)
    await send()
    expect((await requests()).slice(-2).map(({ outcome }) => outcome)).toEqual(['verified', '563'])
  })

  test('carrying no XML content type, by HTTP', async () => {
    const { path, body } = agency.build()
    expect((await fetch(agency.url + path, { method: 'POST', body })).status).toBe(415)
  })
})

function flipped(part: 'skey' | 'data' | 'hmac', at: number): Changes {
  return { captured: parts => ({ ...parts, [part]: flipBit(parts[part], at) }) }
}

function flipSignatureBit(xml: string): string {
  return xml.replace(
    /(<SignatureValue>)(.)/,
    (_, tag: string, first: string) => tag + (first === 'A' ? 'B' : 'A'),
  )
}

function wrapped(xml: string): string {
  return `<Auth txn="UKC:evil" xmlns="http://www.uidai.gov.in/authentication/uid-auth-request/2.0"><Inner>${xml}</Inner></Auth>`
}

function wrongDigit(number: string): string {
  return number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)
}

function stranger(organisation: string): ReturnType<typeof makeKeyAndCertificate> {
  const notAfter = new Date(testTime + 86_400_000)
  return makeKeyAndCertificate({
    subject: `CN=X, O=${organisation}`,
    authority: false,
    notBefore: new Date(0),
    notAfter,
  })
}

async function withDevice(kind: 'stranger' | 'expired'): Promise<Changes> {
  const device = await makeKeyAndCertificate({
    subject: 'CN=Test device',
    ...(kind === 'expired' && { issuer: agency.keys.deviceProvider }),
    authority: false,
    notBefore: new Date(testTime - 31 * 86_400_000),
    notAfter: new Date(testTime - 86_400_000),
  })
  return { meta: { mc: device.certificate.raw.toString('base64') } }
}

describe('the authority can be told to misbehave', () => {
  test('by an error code of either kind', async () => {
    await agency.control({ errorCode: 'K-200' })
    expect(kycErr(await agency.ask())).toBe('K-200')
    await agency.control({ errorCode: '331' })
    const answer = await agency.ask()
    expect([kycErr(answer), authErr(answer)]).toEqual(['K-100', '331'])
  })

  test('by an HTTP status, garbage, or a cut line', async () => {
    await agency.control({ httpStatus: 503 })
    expect((await agency.send()).status).toBe(503)
    await agency.control({ httpStatus: null, garbage: true })
    await expect(agency.ask()).rejects.toThrow('No Resp')
    await agency.control({ garbage: false, cut: true })
    await expect(agency.send().then(response => response.text())).rejects.toThrow('terminated')
    expect((await requests()).slice(-3).map(({ outcome }) => outcome)).toEqual([
      'HTTP 503',
      'verified',
      'verified',
    ])
  })

  test('by answers that must not be believed', async () => {
    await agency.control({ tampering: 'unsigned' })
    await expect(agency.ask()).rejects.toThrow('KycRes is unsigned')
    await agency.control({ tampering: 'wrong-key' })
    await expect(agency.ask()).rejects.toThrow('KycRes is wrong-certificate')
    await agency.control({ tampering: 'altered' })
    await expect(agency.ask()).rejects.toThrow('KycRes is altered')
    await agency.control({ tampering: 'other-transaction' })
    expect(attribute((await agency.ask({ txn: 'UKC:mine' })).kycRes, 'txn')).not.toBe('UKC:mine')
    await agency.control({ tampering: 'other-capture' })
    expect(attribute((await agency.ask()).authRes, 'info')).toContain(',20200101000000,')
    await agency.control({ tampering: 'not-processed' })
    expect((await agency.ask()).status).toBe('-1')
  })

  test('and says what it does not take, changing nothing', async () => {
    const refused = await agency.control({ delayMs: 5, errorCode: 'nonsense' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ error: expect.stringContaining('errorCode: must be') as string })
    const unknown = await agency.control({ whatever: 1 })
    expect(await unknown.json()).toEqual({ error: expect.stringContaining('whatever: unknown') as string })
    expect(await (await fetch(`${agency.url}/authority`)).json()).toMatchObject({
      delayMs: 0,
      errorCode: null,
    })
  })
})

describe('some people are answered as their reference says', () => {
  test('too late, and a caller who hangs up is noticed', async () => {
    const txn = 'UKC:too-late'
    await expect(agency.send({ uid: idOf('DBS40001'), txn }, AbortSignal.timeout(100))).rejects.toThrow(
      'aborted',
    )
    await expect.poll(async () => (await requests()).at(-1)).toMatchObject({ txn, outcome: 'caller hung up' })
    const answer = await agency.ask({ uid: idOf('DBS40001') })
    expect(kycErr(answer)).toBe('')
  })

  test('with garbage', async () => {
    await expect(agency.ask({ uid: idOf('DBS50001') })).rejects.toThrow('No Resp')
    expect((await requests()).at(-1)?.outcome).toBe('garbage')
  })
})

test('the list of requests shows no PID data and no number', async () => {
  const { path, body } = agency.build({ txn: 'UKC:listed' })
  await fetch(agency.url + path, { method: 'POST', headers: { 'content-type': 'application/xml' }, body })
  const all = await requests()
  expect(all.at(-1)).toEqual({
    txn: 'UKC:listed',
    receivedOn: expect.any(String) as string,
    outcome: 'verified',
  })
  expect(JSON.stringify(all)).not.toContain(idOf('DBS10001'))
})
