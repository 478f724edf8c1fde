import { randomUUID } from 'node:crypto'

import type { Config } from '../config.ts'
import { Unavailable } from '../domain/ports.ts'
import { probe, type Probe } from '../gateways/probe.ts'
import { createReferenceDirectory } from '../gateways/reference-directory.ts'
import { examineEnds } from './examine-ends.ts'
import { good, problem, warning, type Finding } from './finding.ts'

/** A smaller difference means nothing, since the Date header has whole seconds. */
const noticedSeconds = 3
/** A capture may be 2 minutes ahead, and the bank refuses signatures of another time. */
const harmfulSeconds = 60

type Look = { isWrong: (name: string) => boolean; now: () => Date }

export async function examineFarEnds(config: Config, look: Look): Promise<Finding[]> {
  const farEnds = [
    { name: 'AUTHORITY_URL', who: 'identity authority', url: config.authority.url },
    { name: 'BANK_URL', who: 'bank', url: config.bank.url },
    { name: 'SMS_URL', who: 'SMS provider', url: config.sms.url },
  ].filter(({ name }) => !look.isWrong(name))
  const found = await Promise.all(farEnds.map(farEnd => examineFarEnd(farEnd, look.now)))
  const canAskBank = !look.isWrong('BANK_URL') && !look.isWrong('BANK_SECRET')
  return [...found.flat(), ...(canAskBank ? [await examineBank(config.bank, look.now)] : [])]
}

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
    return [problem(who, `does not answer (${reasonOf(error)})`)]
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

/** Asks the bank for a reference that nobody has: any answer shows that it accepts our address, signature and format. */
async function examineBank(settings: Config['bank'], now: () => Date): Promise<Finding> {
  const what = 'reference look-up'
  try {
    await createReferenceDirectory(settings, { now }).look(`doctor-${randomUUID().slice(0, 8)}`)
    return good(what, 'the bank understands it and takes our signature')
  } catch (error) {
    if (error instanceof Unavailable) return problem(what, error.message)
    throw error
  }
}

/** Returns the error code of the operating system or of TLS, since the message would reveal the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'too slow'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
