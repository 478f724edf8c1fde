import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { indiaDate } from '@ekyc/contract/india-time'
import { afterAll, expect } from 'vitest'

import { readBranding } from '../src/config/branding.ts'
import { sealAuditRows } from '../src/database/audit/audit-sealer.ts'
import { consentTextsOf } from '../src/domain/kyc/consents.ts'
import { doKyc } from './do-kyc.ts'
import { testSeals } from './operator-at.ts'
import { verified } from './outside/fake-outside.ts'
import { testCapture } from './outside/test-capture.ts'
import { withAdmin } from './with-admin.ts'

const brand = join(import.meta.dirname, '../../../branding/default.json')

/** Starts a server for the tests of a file, with two sealed KYCs of two agents, of which packs of evidence are made. */
export async function withEvidence() {
  const { server, admin } = await withAdmin()
  const texts = consentTextsOf(readBranding(brand).consent)
  const folder = mkdtempSync(join(tmpdir(), 'evidence-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const agent = await server.signedInAgent()
  const seal = () => sealAuditRows(server.open.runner, testSeals, server.clock.now())

  async function kyc(reference: string, of = agent): Promise<string> {
    server.outside.answer = async () => ({ ...verified, answerDigest: 'ab'.repeat(32) })
    const consent = { version: '2', language: 'ur', givenOn: server.clock.now().toISOString() }
    const capture = testCapture(server.clock.now(), of.mobile, { refcode: reference })
    const done = await doKyc(server, { ...of, reference, consent, capture })
    expect(done).toMatchObject({ response: { success: true } })
    return done.orderId as string
  }

  await server.open.database.consentTexts.publish(texts, server.clock.now())
  const order = await kyc('DBS10001')
  await server.deliverDue()
  await kyc('DBS10002', await server.signedInAgent())
  await seal()

  const today = indiaDate(server.clock.now())
  let packs = 0
  async function packed(words: string): Promise<{ at: string; run: Awaited<ReturnType<typeof admin>> }> {
    const out = join(folder, `${(packs += 1)}.tar.gz`)
    const run = await admin(`${words} --out ${out}`)
    const at = join(folder, String(packs))
    if (existsSync(out)) {
      execFileSync('mkdir', [at])
      execFileSync('tar', ['-xzf', out, '-C', at])
    }
    return { at, run }
  }

  return {
    server,
    admin,
    /** The KYC of the reference DBS10001. */
    first: { agent, order },
    texts,
    kyc,
    seal,
    packed,
    /** Makes a pack of those whom a breach of today touched. */
    touched: (words: string) => packed(`evidence touched --from ${today} --to ${today} ${words}`),
  }
}

export const linesIn = (at: string, name: string) =>
  readFileSync(join(at, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

/** Runs the commands of the pack's own page. */
export function checked(at: string): string {
  const page = readFileSync(join(at, 'README.md'), 'utf8')
  const commands = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines)
  expect(commands).toHaveLength(5)
  try {
    return execFileSync('sh', ['-c', `exec 2>&1\n${commands.join('\n')}`], { cwd: at, encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
