import { createHash, generateKeyPairSync } from 'node:crypto'

import { describe, expect, test } from 'vitest'
import { createKeyOpener, KeyUnusable, type PrivateRsaKey } from '@ekyc/private-keys'

import { testDay } from '../../../testing/fixed/test-day.ts'
import {
  authRes,
  encrypted,
  infoWith,
  kycRes,
  makeKey,
  makeWorld,
  question,
  resp,
  signed,
  uidData,
  wadh,
  type InfoField,
} from '../../../testing/outside/fake-authority.ts'
import { fakeServerOfTest, type FakeServer } from '../../../testing/outside/fake-server.ts'
import type { AuthorityVerdict, VerificationRequest } from '../../domain/ports.ts'
import { createAuthorityGateway, type AuthoritySettings } from './identity-authority.ts'

const world = await makeWorld()

const openKey = createKeyOpener(undefined)
const authorityOf = (settings: AuthoritySettings) =>
  createAuthorityGateway(settings, { openKey, now: () => testDay })

/** The server that the last question went to. */
let asked: FakeServer

async function ask(
  part: Parameters<typeof fakeServerOfTest>[0] | string,
  changes: { settings?: Partial<AuthoritySettings>; request?: Partial<VerificationRequest>; now?: Date } = {},
): Promise<AuthorityVerdict> {
  asked = await fakeServerOfTest(typeof part === 'string' ? response => response.end(part) : part)
  const authority = await createAuthorityGateway(
    { ...world.settings, url: asked.url, ...changes.settings },
    { openKey, now: () => changes.now ?? testDay },
  )
  return await authority.verify({ ...question, ...changes.request })
}

const byAuthority = (xml: string) => signed(xml, world.authority)
const sealed = (signedKycRes: string) => resp(encrypted(signedKycRes, world.kuaPublicKey))
const answerWith = (parts: { authRes?: string; kycRes?: Record<string, string>; content?: string } = {}) =>
  sealed(byAuthority(kycRes(parts.authRes ?? byAuthority(authRes()), parts.kycRes, parts.content)))

const inner = (changes: Record<string, string>) => byAuthority(authRes({ ret: 'n', ...changes }))
const good = () => kycRes(byAuthority(authRes()))
const evil = () => good().replace('Asha', 'Eve')
const digestIn = (xml: string) => /<DigestValue>(.*?)</.exec(xml)?.[1] ?? ''

test('the digest of the signed answer comes with the verdict, of a success and of a refusal', async () => {
  for (const [signedAnswer, kind] of [
    [byAuthority(good()), 'verified'],
    [byAuthority(kycRes(inner({ err: '300' }), { ret: 'N', err: 'K-100' })), 'refused'],
  ] as const)
    expect(await ask(sealed(signedAnswer))).toMatchObject({
      kind,
      answerDigest: createHash('sha256').update(signedAnswer).digest('hex'),
    })
})

describe('a good answer', () => {
  test('is verified, its id number masked and its time limit in ISO 8601', async () => {
    expect(await ask(answerWith())).toEqual({
      kind: 'verified',
      answerDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      authorityCode: 'k0001',
      action: 'A201',
      eKyc: {
        maskedId: 'XXXXXXXX8901',
        uidToken: '01000000token',
        name: 'Asha & Co',
        dateOfBirth: '01-02-1990',
        gender: 'F',
        address: {
          house: '12',
          street: 'M.G. Road',
          vtc: 'Pune',
          state: 'Maharashtra',
          country: 'India',
          pc: '411001',
        },
        photo: '/9j/4AAQ',
        keepUntil: '2027-01-15T04:50:36.000Z',
      },
    })
  })

  test.each([
    ['2027-01-15T10:20:36', '2027-01-15T04:50:36.000Z'],
    ['2027-01-15T10:20:36Z', '2027-01-15T10:20:36.000Z'],
    ['2027-01-15T10:20:36.5-01:00', '2027-01-15T11:20:36.500Z'],
  ])('with ttl %s may be kept until %s: India time without a zone', async (ttl, keepUntil) => {
    expect(await ask(answerWith({ kycRes: { ttl } }))).toMatchObject({ eKyc: { keepUntil } })
  })

  test.each(['', 'tomorrow', '2027-02-30T10:20:36', '20270115'])(
    'with the unreadable ttl "%s" is broken: its data would have no expiry',
    async ttl => {
      expect(await ask(answerWith({ kycRes: { ttl } }))).toMatchObject({ kind: 'broken' })
    },
  )

  test('for a virtual id leaves the number masked as the authority masked it', async () => {
    const content = uidData.replace('012345678901', 'xxxxxxxx4321')
    const customer = { kind: 'virtual-id', value: '9123456789012345' } as const
    expect(await ask(answerWith({ content }), { request: { customer } })).toMatchObject({
      eKyc: { maskedId: 'XXXXXXXX4321' },
    })
  })

  test('is decrypted with any of our keys', async () => {
    const newer = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const answer = resp(encrypted(byAuthority(good()), newer.publicKey))
    const both = { decryptionKeys: [...world.settings.decryptionKeys, newer.privateKey] }
    expect(await ask(answer)).toMatchObject({
      kind: 'broken',
      reason: expect.stringContaining('not configured'),
    })
    expect(await ask(answer, { settings: both })).toMatchObject({ kind: 'verified' })
  })

  test('is verified by any valid configured certificate', async () => {
    const certificates = [world.stranger.certificate, world.authority.certificate]
    expect(await ask(answerWith(), { settings: { authorityCertificates: certificates } })).toMatchObject({
      kind: 'verified',
    })
    const afterItsEnd = new Date('2050-01-01T00:00:00Z')
    expect(
      await ask(answerWith(), { settings: { authorityCertificates: certificates }, now: afterItsEnd }),
    ).toMatchObject({ kind: 'broken', reason: expect.stringContaining('signature') })
  })
})

describe('the request', () => {
  test.each([
    [{ kind: 'number', value: '012345678901' }, '0/1'],
    [{ kind: 'virtual-id', value: '9123456789012345' }, '0/0'],
    [{ kind: 'token', value: '01000000token' }, '0/0'],
  ] as const)('for %o goes to the shard %s, once, as application/xml', async (customer, shard) => {
    await ask(answerWith(), { request: { customer } })
    expect(asked.received).toHaveLength(1)
    expect(asked.received[0]).toMatchObject({
      path: `/kyc/2.5/AUA0001/${shard}/asa%2Flicence`,
      headers: { 'content-type': 'application/xml' },
    })
  })

  test('[KYC-2] carries as wadh the hash of its parameters, as the reference check gave it', async () => {
    await ask(answerWith())
    const kyc = /<Kyc ver="(.*?)" ra="(.*?)" rc="(.*?)" lr="(.*?)" de="(.*?)" pfr="(.*?)">/.exec(
      asked.received[0]?.body ?? '',
    )
    const hash = createHash('sha256')
      .update(kyc?.slice(1).join('') ?? '')
      .digest('base64')
    expect((await authorityOf(world.settings)).wadh).toBe(hash)
    expect(hash).toBe(wadh)
  })
})

describe('a refusal', () => {
  const no = { ret: 'N', err: 'K-100', actn: '' }

  test('K-100 gives the inner error: the finger did not match', async () => {
    const refusal = answerWith({ authRes: inner({ err: '300', actn: 'A401' }), kycRes: no, content: '' })
    expect(await ask(refusal)).toEqual({
      kind: 'refused',
      answerDigest: expect.any(String),
      source: 'authentication',
      errorCode: '300',
      authorityCode: 'k0001',
      action: 'A401',
    })
  })

  test('K-100 with an inner error from before the PID block was opened needs no info', async () => {
    for (const info of ['', infoWith({ pidTimestamp: '', wadh: 'NA' })]) {
      const refusal = answerWith({ authRes: inner({ err: '500', info }), kycRes: no, content: '' })
      expect(await ask(refusal)).toMatchObject({ source: 'authentication', errorCode: '500' })
    }
  })

  test.each([
    ['unsigned', () => authRes({ ret: 'n', err: '300' })],
    ["signed by a stranger's key", () => signed(authRes({ ret: 'n', err: '300' }), world.stranger)],
    ['about another txn', () => inner({ err: '300', txn: 'UKC:0002' })],
    [
      'about another PID block',
      () => inner({ err: '300', info: infoWith({ pidTimestamp: '20260115102031' }) }),
    ],
    ['a yes', () => byAuthority(authRes())],
  ])('K-100 with an AuthRes that is %s is broken', async (_, make) => {
    expect(await ask(answerWith({ authRes: make(), kycRes: no, content: '' }))).toMatchObject({
      kind: 'broken',
    })
  })

  test('another K- error comes from the e-KYC service', async () => {
    const refusal = answerWith({ kycRes: { ret: 'N', err: 'K-547' }, content: '' })
    expect(await ask(refusal)).toEqual({
      kind: 'refused',
      answerDigest: expect.any(String),
      source: 'kyc',
      errorCode: 'K-547',
      authorityCode: 'k0001',
      action: 'A201',
    })
  })

  test('with status -1 is accepted without decrypting the answer', async () => {
    const content = encrypted(byAuthority(good()), world.kuaPublicKey)
    const refusal = { kind: 'refused', source: 'kyc', errorCode: 'K-540', authorityCode: 'k0001', action: '' }
    expect(await ask(resp(content, { status: '-1', err: 'K-540' }))).toEqual(refusal)
    expect(await ask(resp('', { status: '-1', err: 'K-540', txn: '' }))).toEqual(refusal)
  })

  test.each([
    ['another txn', { status: '-1', err: 'K-540', txn: 'UKC:0002' }],
    ['no error', { status: '-1' }],
  ])('with status -1 and %s is broken', async (_, attributes) => {
    expect(await ask(resp('', attributes))).toMatchObject({ kind: 'broken' })
  })
})

describe('an answer about something else is broken', () => {
  const other: Record<InfoField, string> = {
    pidTimestamp: '20260115102031',
    rdsId: 'MANTRA.WIN.002',
    dpId: 'MORPHO.SMART',
    mi: 'MFS110',
    wadh: 'rhVuL7SnJi2W2UmsyukVqY7c93JWyL9O/kVKgdNMfv8=',
  }
  test.each(Object.entries(other))('another %s', async (name, value) => {
    const answer = answerWith({ authRes: byAuthority(authRes({ info: infoWith({ [name]: value }) })) })
    expect(await ask(answer)).toMatchObject({ kind: 'broken', reason: expect.stringContaining('another') })
  })

  test.each(['', infoWith({ mi: '' }), infoWith().replace('04{', '03{'), infoWith({ mi: 'MFS100,1' })])(
    'a yes with the info "%s"',
    async info => {
      expect(await ask(answerWith({ authRes: byAuthority(authRes({ info })) }))).toMatchObject({
        kind: 'broken',
      })
    },
  )

  test.each([
    ['Resp', () => answerWith().replace('UKC:0001', 'UKC:0002')],
    ['KycRes', () => answerWith({ kycRes: { txn: 'UKC:0002' } })],
    ['AuthRes', () => answerWith({ authRes: byAuthority(authRes({ txn: 'UKC:0002' })) })],
  ])('another txn in %s', async (name, make) => {
    expect(await ask(make())).toEqual({ kind: 'broken', reason: `${name} is about another txn` })
  })

  test('another id number', async () => {
    const content = uidData.replace('012345678901', '012345678902')
    const verdict = await ask(answerWith({ content }))
    expect(verdict).toEqual({ kind: 'broken', reason: 'UidData is about another id number' })
  })

  test.each([
    [
      'an AuthRes that says no',
      () => answerWith({ authRes: byAuthority(authRes({ ret: 'n', err: '300' })) }),
    ],
    ['an error', () => answerWith({ kycRes: { err: 'K-999' } })],
    ['an AuthRes that names an error', () => answerWith({ authRes: byAuthority(authRes({ err: '300' })) })],
    ['no AuthRes', () => answerWith({ authRes: '' })],
    ['no UidData', () => answerWith({ content: '' })],
  ])('a yes with %s', async (_, make) => {
    expect(await ask(make())).toMatchObject({ kind: 'broken' })
  })
})

describe('a signature', () => {
  test.each([
    ['is missing on KycRes', () => good()],
    ["is a stranger's, certificate included", () => signed(good(), world.stranger)],
    ["of AuthRes is a stranger's", () => byAuthority(kycRes(signed(authRes(), world.stranger)))],
    ['does not cover a changed name', () => byAuthority(good()).replace('Asha', 'Eve')],
    [
      'has its digest replaced only',
      () => {
        return byAuthority(good())
          .replace(digestIn(byAuthority(good())), digestIn(byAuthority(evil())))
          .replace('Asha', 'Eve')
      },
    ],
  ])('that %s makes the answer broken', async (_, make) => {
    expect(await ask(sealed(make()))).toMatchObject({ kind: 'broken' })
  })

  test.each([
    [
      'the signed document as a child of a forged one',
      () => evil().replace('<Rar>', `${byAuthority(good())}<Rar>`),
    ],
    [
      'the signed document inside the signature of a forged one',
      () => {
        const genuine = byAuthority(good())
        const signature = genuine.slice(genuine.indexOf('<Signature'), genuine.lastIndexOf('</KycRes>'))
        const object = `<Object>${good()}</Object></Signature>`
        return evil().replace('</KycRes>', `${signature.replace('</Signature>', object)}</KycRes>`)
      },
    ],
    [
      'a forged UidData beside the signed one, by its Id',
      () => {
        const part = '<UidData Id="x" uid="012345678901"></UidData>'
        const forged = kycRes(byAuthority(authRes()), {}, part + uidData.replace('Asha', 'Eve'))
        return signed(forged, world.authority, { uri: '#x', digestOf: part })
      },
    ],
    ['a signed AuthRes in the place of KycRes', () => byAuthority(authRes())],
  ])('is not fooled by signature wrapping: %s', async (_, make) => {
    expect(await ask(sealed(make()))).toMatchObject({ kind: 'broken' })
  })

  test('is not fooled by a comment that splits a signed value', async () => {
    const content = uidData.replace('<Pht>/9j', '<Pht>/9<!-- x -->j')
    const verdict = await ask(sealed(byAuthority(good()).replace(uidData, content)))
    expect(verdict).toMatchObject({ kind: 'verified', eKyc: { photo: '/9j/4AAQ' } })
  })
})

describe('an unreachable or failing authority', () => {
  test('that answers too late is timed out', async () => {
    expect(await ask(() => undefined, { request: { deadlineMs: 100 } })).toEqual({ kind: 'timed-out' })
  })

  test('that redirects is broken, and the PID block goes nowhere else', async () => {
    const elsewhere = await fakeServerOfTest(response => response.end(answerWith()))
    const verdict = await ask(response => response.writeHead(307, { location: elsewhere.url }).end())
    expect(verdict).toEqual({ kind: 'broken', reason: 'HTTP 307' })
    expect(elsewhere.received).toEqual([])
  })

  test('that is cut in the middle is broken', async () => {
    const verdict = await ask(response => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('<Resp ', () => response.destroy())
    })
    expect(verdict).toMatchObject({ kind: 'broken', reason: expect.stringContaining('cut off') })
  })

  test('that refuses the connection is broken, and has nothing', async () => {
    const gone = await fakeServerOfTest(() => undefined)
    await gone.close()
    const verdict = await ask('', { settings: { url: gone.url } })
    expect(verdict).toMatchObject({
      kind: 'broken',
      reason: expect.stringContaining('ECONNREFUSED'),
      isUnsent: true,
    })
  })

  const doctype = '<!DOCTYPE Resp [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  test.each([
    ['nothing', ''],
    ['HTML', '<html><body>Bad gateway</body></html>'],
    ['a document type', `${doctype}<Resp status="0" txn="UKC:0001">&b;</Resp>`],
    ['an entity that nobody declared', '<Resp status="0" txn="UKC:0001">&x;</Resp>'],
    ['the same attribute twice', '<Resp status="0" status="0" txn="UKC:0001">AAAA</Resp>'],
    ['100,000 elements', `<Resp status="0" txn="UKC:0001">${'<a/>'.repeat(100_000)}</Resp>`],
    ['another version of the encryption', resp(Buffer.from('VERSION_2.0').toString('base64'))],
  ])('that answers %s is broken', async (_, body) => {
    expect(await ask(body)).toMatchObject({ kind: 'broken' })
  })

  test('whose encrypted part has one flipped bit, at any position, is broken', async () => {
    const whole = Buffer.from(encrypted(byAuthority(good()), world.kuaPublicKey), 'base64')
    const places = [0, 20, 11 + 294 + 3, 11 + 294 + 32 + 9, 11 + 294 + 32 + 256 + 50, whole.length - 1]
    for (const place of places) {
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place)
      expect(await ask(resp(flipped.toString('base64'))), `byte ${place}`).toMatchObject({ kind: 'broken' })
    }
  })
})

describe('a key that its module lends no more', () => {
  const lost = () => Promise.reject(new KeyUnusable('the token of the key did not answer in time'))
  const verdictWithout = async (operation: Partial<PrivateRsaKey>, what: string) => {
    const server = await fakeServerOfTest(response => response.end(answerWith()))
    const authority = await createAuthorityGateway(
      { ...world.settings, url: server.url },
      {
        openKey: async (setting, name) => ({
          ...(await openKey(setting, name)),
          ...(name === what && operation),
        }),
        now: () => testDay,
      },
    )
    return { verdict: await authority.verify(question), received: server.received.length }
  }
  const broken = { kind: 'broken', reason: 'the token of the key did not answer in time' }

  test('to sign: the authority gets nothing', async () => {
    expect(await verdictWithout({ sign: lost }, 'signing key')).toEqual({
      verdict: { ...broken, isUnsent: true },
      received: 0,
    })
  })

  test('to decrypt: the authority has authenticated the customer', async () => {
    expect(await verdictWithout({ decrypt: lost }, 'decryption key')).toEqual({
      verdict: broken,
      received: 1,
    })
  })
})

describe('confidential content', () => {
  test('of customer or capture appears in no reason of a broken answer', async () => {
    const secrets = ['012345678901', 'Asha', 'Eve', 'U2tleQ', 'SG1hYw', 'RGF0YQ', 'licence', '/9j/', 'token']
    const answers = [
      byAuthority(good()).replace('Asha', 'Eve'),
      `${kycRes('')}<`,
      byAuthority(kycRes(byAuthority(authRes()), {}, uidData.replace('8901', '8902'))),
    ]
    for (const answer of answers) {
      const verdict = await ask(sealed(answer))
      for (const secret of secrets) expect(JSON.stringify(verdict)).not.toContain(secret)
    }
  })

  test('with a character that XML forbids is neither sent nor shown', async () => {
    const device = { ...question.capture.device, mi: 'MFS\u0000100' }
    const verdict = await ask(answerWith(), { request: { capture: { ...question.capture, device } } })
    expect(verdict).toEqual({
      kind: 'broken',
      reason: 'not sent: the capture holds a character that XML forbids',
    })
    expect(asked.received).toEqual([])
  })
})

describe('unusable keys are refused at once, by name and without their value', () => {
  test.each([
    [{ signingKey: 'secret' }, 'the signing key is no RSA private key in PEM'],
    [{ decryptionKeys: ['secret'] }, 'the decryption key is no RSA private key in PEM'],
  ])('%o', async (changes, message) => {
    await expect(authorityOf({ ...world.settings, ...changes })).rejects.toThrow(new Error(message))
  })

  test('a signing key of another certificate', async () => {
    const settings = { ...world.settings, signingKey: (await makeKey('Other')).privateKey }
    await expect(authorityOf(settings)).rejects.toThrow(
      'the signing key is not the one of the signing certificate',
    )
  })
})
