import 'reflect-metadata'
import { KeyObject } from 'node:crypto'

import * as x509 from '@peculiar/x509'

import type { TlsIdentity } from './listener.ts'

/** Makes a self-signed certificate for the loopback names. Real https drivers install such a certificate. */
export async function makeTlsIdentity(valid: { notBefore: Date; notAfter: Date }): Promise<TlsIdentity> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=127.0.0.1, O=Sandbox device service',
      keys,
      signingAlgorithm: algorithm,
      ...valid,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
        ]),
      ],
    },
    crypto,
  )
  const key = KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' })
  return { key: key.toString(), cert: certificate.toString('pem') }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
