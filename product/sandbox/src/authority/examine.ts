import { createHash } from 'node:crypto'

import type { SandboxKeys } from '../keys/keys.ts'
import type { Person } from '../people/people.ts'
import { checkSender, type Address, type Agency } from './agency.ts'
import type { Known } from './auth-res.ts'
import { checkDevice } from './check-device.ts'
import { checkBiometrics, checkBioTypes, personOf } from './check-finger.ts'
import type { Freshness } from './freshness.ts'
import { openPid } from './open-pid.ts'
import { checkKyc, type Kyc } from './read-kyc.ts'
import { checkAuth } from './read-auth.ts'
import { readPid } from './read-pid.ts'
import { kycRefusal } from './refusal.ts'

/**
 * Runs the authority's checks on a signed request of a known agency and throws the first Refusal. `known` collects the
 * parts that were read, because the answer describes them.
 */
export function examine(
  asked: { kyc: Kyc; known: Known; address: Address },
  authority: { keys: SandboxKeys; agency: Agency; freshness: Freshness; now: Date },
): Person {
  const { kyc, known, address } = asked
  const { keys, now } = authority
  checkKyc(kyc)
  checkAuth(known.auth)
  checkSender(authority.agency, address, known.auth)
  const { xml, clearTs } = openPid(known.auth, {
    keyId: keys.authorityKeyId,
    privateKey: keys.authorityEncryption.privateKey,
  })
  const pid = readPid(xml, clearTs)
  known.pid = pid
  authority.freshness.check(pid.ts, known.auth)
  if (pid.wadh !== wadhOf(kyc)) throw kycRefusal('K-547')
  const chain = { root: keys.deviceRoot.certificate, provider: keys.deviceProvider.certificate }
  known.device = checkDevice(known.auth.meta, pid, chain, now)
  checkBioTypes(known.auth.uses.bt.split(','), pid, kyc.ra)
  const person = personOf(known.auth.uid)
  checkBiometrics(person, pid)
  return person
}

/** Computes wadh by the formula of real clients, which differs from the standard's text (rd-service.md section 2.3). */
function wadhOf(kyc: Kyc): string {
  return createHash('sha256')
    .update(kyc.ver + kyc.ra + kyc.rc + kyc.lr + kyc.de + kyc.pfr)
    .digest('base64')
}
