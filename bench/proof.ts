/**
 * The bench compares the processor time that the server spends on the DPoP proof of a call with a bare check of a signature
 * of the same kind, in turn. It exits with 1 when the limit is missed.
 *
 *   npm run bench:proof [-- --quick]
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { parseArgs } from 'node:util'

import { defaultPolicy } from '../server/src/domain/policy.ts'
import { createProofs } from '../server/src/domain/proof-of-possession.ts'
import { createProofKey } from '../server/src/testing/proof-key.ts'
import { figure, ratio, spreadOf, threeDigits } from './measure/figures.ts'
import { machine } from './measure/machine.ts'
import { report } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const checks = options.quick ? 500 : 2_000
const rounds = options.quick ? 5 : 15
const limitMs = 0.15

const about = machine()
const key = createProofKey()
const token = 't'.repeat(43)
const path = '/api/v1/dbs/user/profile/get'
const session = { token, keyThumbprint: key.thumbprint }
const proofs = createProofs({
  isRequired: false,
  portalOrigin: 'https://ekyc.bank.example',
  policy: defaultPolicy,
  now: () => new Date(),
  onRefused() {},
})
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signed = Buffer.alloc(500, 'as long as the signed part of a proof')
const signature = sign('sha256', signed, privateKey)

const { bare, proven } = await inRounds({ bare: bareChecks, proven: provenCalls }, { rounds })
const [cost, bareCost, share] = [figure(proven), figure(bare), ratio(proven, bare)]
report('proof', about, {
  title: `Processor time of a proof, ms; ${checks} in each of ${rounds} rounds`,
  quick: options.quick,
  rows: [
    {
      'a proof': threeDigits(cost.median),
      lowest: threeDigits(cost.low),
      limit: `≤ ${limitMs}`,
      'a bare check': threeDigits(bareCost.median),
      ratio: threeDigits(share.median),
      spread: spreadOf(share),
    },
  ],
  details: { bare, proven },
})
// Other programs on the same core only add to the time.
if (cost.low > limitMs) process.exitCode = 1

function bareChecks(): number {
  return cpuMsOf(Array.from({ length: checks }), () => verify('sha256', signed, publicKey, signature))
}

function provenCalls(): number {
  const url = `https://ekyc.bank.example${path}`
  const made = Array.from({ length: checks }, () => key.prove({ url, at: new Date(), token }))
  return cpuMsOf(made, proof => proofs.check({ proof, method: 'POST', path }, session))
}

function cpuMsOf<T>(items: T[], work: (item: T) => unknown): number {
  const before = process.cpuUsage()
  for (const item of items) work(item)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / items.length
}
