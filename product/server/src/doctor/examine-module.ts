import { constants, publicEncrypt, randomBytes, verify, X509Certificate } from 'node:crypto'

import type { Config } from '../config/config.ts'
import { LibraryUnusable } from '../gateways/private-keys/pkcs11-module.ts'
import { isPinRefused } from '../gateways/private-keys/pkcs11-sessions.ts'
import { isPkcs11Uri } from '../gateways/private-keys/pkcs11-uri.ts'
import type { OpenKey, PrivateRsaKey } from '../gateways/private-keys/private-rsa-key.ts'
import { good, problem, type Finding } from './finding.ts'

/**
 * Tries each key that is in the hardware module: signs or decrypts test data. The first problem ends the trials, so
 * that a wrong PIN is given only once: a token locks itself after a few wrong PINs.
 */
export async function tryModule(
  { authority, kuaCertificates, results }: Config,
  openKey: OpenKey,
): Promise<Finding[]> {
  const trials = [
    {
      name: 'AUA_SIGNING_KEY',
      what: 'signing key',
      settings: [authority.signingKey],
      certificates: [authority.signingCertificate],
      works: signs,
    },
    {
      name: 'KUA_DECRYPTION_KEY',
      what: 'decryption key',
      settings: authority.decryptionKeys,
      certificates: kuaCertificates,
      works: decrypts,
    },
    {
      name: 'SEALING_KEY',
      what: 'sealing key',
      settings: results.sealingKeys,
      certificates: [],
      works: decrypts,
    },
  ]
  const findings: Finding[] = []
  for (const { name, what, settings, certificates, works } of trials)
    for (const setting of settings.filter(isPkcs11Uri))
      try {
        const key = await openKey(setting, what)
        const isCertified = certificates.some(pem => new X509Certificate(pem).publicKey.equals(key.publicKey))
        if (certificates.length > 0 && !isCertified)
          return [problem(name, `the ${what} in the module is not the one of its certificate`)]
        if (!(await works(key))) return [problem(name, `the ${what} in the module does not do its work`)]
        findings.push(good(name, 'the module opens it, and it works'))
      } catch (error) {
        return [refusal(name, error)]
      }
  return findings
}

function refusal(name: string, error: unknown): Finding {
  if (!(error instanceof Error)) throw error
  if (isPinRefused(error.cause)) return problem('PKCS11_PIN', error.message)
  return problem(error instanceof LibraryUnusable ? 'PKCS11_MODULE' : name, error.message)
}

async function signs(key: PrivateRsaKey): Promise<boolean> {
  const data = randomBytes(32)
  return verify('sha256', data, key.publicKey, await key.sign(data))
}

async function decrypts(key: PrivateRsaKey): Promise<boolean> {
  const [secret, oaepLabel] = [randomBytes(32), randomBytes(32)]
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const sealed = publicEncrypt({ key: key.publicKey, padding, oaepHash: 'sha256', oaepLabel }, secret)
  return (await key.decrypt(sealed, oaepLabel))?.equals(secret) === true
}
