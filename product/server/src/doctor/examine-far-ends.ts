import type { Config } from '../config/config.ts'
import type { OpenKey } from '../gateways/private-keys/private-rsa-key.ts'
import { probe, type Probe } from '../gateways/probe.ts'
import { examineEnds } from './examine-ends.ts'
import { good, problem, warning, type Finding } from './finding.ts'
import { tryAuthority, tryBank, trySms } from './examine-trials.ts'
import { networkReason } from './network-reason.ts'

/** The smallest clock difference that gives a warning, in seconds. The Date header has whole seconds only. */
const noticedSeconds = 3
/**
 * The smallest clock difference that is a problem, in seconds. A capture may be at most 2 minutes ahead, and the bank
 * refuses signatures with a wrong time.
 */
const harmfulSeconds = 60

type Look = { isWrong: (name: string) => boolean; openKey: OpenKey; now: () => Date }

export async function examineFarEnds(config: Config, look: Look): Promise<Finding[]> {
  const farEnds = [
    { name: 'AUTHORITY_URL', who: 'identity authority', url: config.authority.url },
    { name: 'BANK_URL', who: 'bank', url: config.bank.url },
    { name: 'SMS_URL', who: 'SMS provider', url: config.sms.url },
  ].filter(({ name }) => !look.isWrong(name))
  const isRight = (...names: string[]) => !names.some(look.isWrong)
  const findings = await Promise.all([
    ...farEnds.map(farEnd => examineFarEnd(farEnd, look.now)),
    isRight('BANK_URL', 'BANK_SECRET') ? tryBank(config.bank, look.now) : [],
    isRight('SMS_URL', 'SMS_KEY') ? trySms(config.sms) : [],
    isRight(...ofAuthority) ? tryAuthority(config, look) : [],
  ])
  return findings.flat()
}

const ofAuthority = [
  'AUTHORITY_URL',
  'AUTHORITY_TIMEOUT_MS',
  'AUA_CODE',
  'AUA_LICENCE_KEY',
  'ASA_LICENCE_KEY',
  'AUA_SIGNING_KEY',
  'AUA_SIGNING_CERTIFICATE',
  'KUA_DECRYPTION_KEY',
  'AUTHORITY_SIGNING_CERTIFICATE',
]

async function examineFarEnd(
  { who, url }: { who: string; url: string },
  now: () => Date,
): Promise<Finding[]> {
  try {
    const probed = await probe(url, now)
    const ends = probed.certificateEnd
      ? [{ certificate: `TLS of the ${who}`, end: probed.certificateEnd }]
      : []
    return [good(who, 'answers'), ...clockFinding(who, probed), ...examineEnds(ends, now())]
  } catch (error) {
    return [problem(who, `does not answer: ${networkReason(error)}`)]
  }
}

function clockFinding(who: string, { clock }: Probe): Finding[] {
  if (!clock) return []
  const seconds = Math.round((clock.ours.getTime() - clock.theirs.getTime()) / 1000)
  const what = `clock and ${who}`
  if (Math.abs(seconds) < noticedSeconds) return [good(what, 'agree')]
  const says = `this computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`
  return [Math.abs(seconds) < harmfulSeconds ? warning(what, says) : problem(what, says)]
}
