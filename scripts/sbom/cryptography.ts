import { bomOf, type Bom, type Component } from './component.ts'

type Algorithm = {
  name: string
  primitive: 'hash' | 'mac' | 'kdf' | 'ae' | 'block-cipher' | 'signature' | 'pke' | 'drbg'
  functions: string[]
  /** The algorithm's names in the code. A test searches the code for each name, and for algorithms without a row. */
  named: string[]
  use: string
  oid?: string
  /** NIST's security category against a quantum computer. A quantum computer breaks an algorithm of category 0. */
  quantum: number
  more?: {
    parameterSetIdentifier?: string
    curve?: string
    mode?: 'cbc' | 'cfb' | 'gcm'
    padding?: 'pkcs1v15' | 'oaep' | 'pkcs7'
  }
}

const signs = ['sign', 'verify']
const ciphers = ['encrypt', 'decrypt']

export const algorithms: Algorithm[] = [
  {
    name: 'SHA-256',
    primitive: 'hash',
    functions: ['digest'],
    named: ['sha256', 'SHA-256'],
    use: 'digests of texts, files, tokens, signed answers',
    oid: '2.16.840.1.101.3.4.2.1',
    quantum: 2,
  },
  {
    name: 'SHA-512',
    primitive: 'hash',
    functions: ['digest'],
    named: ['sha512'],
    use: "the authority's signed answers, where it signs so",
    oid: '2.16.840.1.101.3.4.2.3',
    quantum: 5,
  },
  {
    name: 'HMAC-SHA-256',
    primitive: 'mac',
    functions: ['tag'],
    named: ['createHmac'],
    use: 'audit rows, sessions, OTPs, phones at rest, results to the bank (Standard Webhooks)',
    oid: '1.2.840.113549.2.9',
    quantum: 5,
  },
  {
    name: 'HKDF-SHA-256',
    primitive: 'kdf',
    functions: ['keyderive'],
    named: ['hkdfSync'],
    use: 'keys of one use from PEPPER and AUDIT_KEY',
    oid: '1.2.840.113549.1.9.16.3.28',
    quantum: 5,
  },
  {
    name: 'Argon2id',
    primitive: 'kdf',
    functions: ['keyderive'],
    named: ['argon2', 'argon2id'],
    use: 'passwords at rest',
    quantum: 2,
  },
  {
    name: 'AES-256-GCM',
    primitive: 'ae',
    functions: ciphers,
    named: ['aes-256-gcm'],
    use: 'messages at rest, e-KYC among them',
    oid: '2.16.840.1.101.3.4.1.46',
    quantum: 5,
    more: { parameterSetIdentifier: '256', mode: 'gcm' },
  },
  {
    name: 'AES-128-CBC',
    primitive: 'block-cipher',
    functions: ciphers,
    named: ['aes-128-cbc', 'AES-CBC'],
    use: "the password on the specification's wire, inside TLS; its key is no secret",
    oid: '2.16.840.1.101.3.4.1.2',
    quantum: 1,
    more: { parameterSetIdentifier: '128', mode: 'cbc', padding: 'pkcs7' },
  },
  {
    name: 'AES-256-CFB',
    primitive: 'block-cipher',
    functions: ['decrypt'],
    named: ['aes-256-cfb'],
    use: "the authority's e-KYC answer",
    oid: '2.16.840.1.101.3.4.1.44',
    quantum: 5,
    more: { parameterSetIdentifier: '256', mode: 'cfb' },
  },
  {
    name: 'RSA-OAEP',
    primitive: 'pke',
    functions: ciphers,
    named: ['RSA-OAEP', 'RSA_PKCS1_OAEP_PADDING'],
    use: "the key of the authority's e-KYC answer, by KUA_DECRYPTION_KEY",
    oid: '1.2.840.113549.1.1.7',
    quantum: 0,
    more: { parameterSetIdentifier: '2048', padding: 'oaep' },
  },
  {
    name: 'RSASSA-PKCS1-v1_5',
    primitive: 'signature',
    functions: signs,
    named: ['RS256', 'RS384', 'RS512'],
    use: "requests to the authority and its answers, tokens of the bank's provider, passkeys",
    oid: '1.2.840.113549.1.1.11',
    quantum: 0,
    more: { parameterSetIdentifier: '2048', padding: 'pkcs1v15' },
  },
  {
    name: 'RSASSA-PSS',
    primitive: 'signature',
    functions: signs,
    named: ['PS256', 'PS384', 'PS512'],
    use: "tokens of the bank's provider, and the console's own proof to it",
    oid: '1.2.840.113549.1.1.10',
    quantum: 0,
  },
  {
    name: 'ECDSA',
    primitive: 'signature',
    functions: signs,
    named: ['ECDSA', 'P-256', 'ES256', 'ES384'],
    use: "the browser's proof of possession (DPoP), passkeys, tokens of the bank's provider",
    oid: '1.2.840.10045.4.3.2',
    quantum: 0,
    more: { curve: 'P-256' },
  },
  {
    name: 'Ed25519',
    primitive: 'signature',
    functions: signs,
    named: ['Ed25519', 'EdDSA'],
    use: "heads of the audit trail, signed pages, passkeys, tokens of the bank's provider",
    oid: '1.3.101.112',
    quantum: 0,
    more: { curve: 'Ed25519' },
  },
  {
    name: 'CSPRNG of OpenSSL',
    primitive: 'drbg',
    functions: ['generate'],
    named: ['randomBytes', 'randomInt', 'randomUUID', 'getRandomValues'],
    use: 'tokens, OTPs, nonces, salts, ids',
    quantum: 5,
  },
]

type Key = [
  name: string,
  type: 'secret-key' | 'private-key' | 'credential' | 'password',
  use: string,
  algorithm?: string,
  size?: number,
]

/** The keys without their values. Most keys have the name of the setting that gives the key. */
export const keys: Key[] = [
  ['PEPPER', 'secret-key', 'hashes of passwords, tokens, OTPs', 'HKDF-SHA-256'],
  ['OUTBOX_KEY', 'secret-key', 'messages at rest', 'AES-256-GCM', 256],
  ['AUDIT_KEY', 'secret-key', 'the audit trail and its heads', 'HKDF-SHA-256', 256],
  ['BANK_SECRET', 'secret-key', 'what is sent to the bank', 'HMAC-SHA-256'],
  ['AUA_SIGNING_KEY', 'private-key', 'requests to the authority', 'RSASSA-PKCS1-v1_5', 2048],
  ['KUA_DECRYPTION_KEY', 'private-key', 'e-KYC answers', 'RSA-OAEP', 2048],
  ['SEALING_KEY', 'private-key', 'data keys of the vault, and sealed settings', 'RSA-OAEP', 2048],
  ['AUA_LICENCE_KEY', 'credential', "the authority's licence"],
  ['ASA_LICENCE_KEY', 'credential', "the authority's licence"],
  ['SMS_KEY', 'credential', 'the SMS provider'],
  ['OIDC_CLIENT_SECRET', 'credential', "the bank's identity provider"],
  ['PKCS11_PIN', 'password', 'the hardware module'],
  ['PROBE_PASSWORD', 'password', 'the synthetic agent'],
  ['RELEASE_KEY', 'private-key', 'release archives, at the maintainer alone'],
  ['key of the browser', 'private-key', 'proofs of possession; it never leaves the browser', 'ECDSA', 256],
]

export const certificates = [
  { name: 'AUA_SIGNING_CERTIFICATE', algorithm: 'RSASSA-PKCS1-v1_5' },
  { name: 'KUA_CERTIFICATE', algorithm: 'RSA-OAEP' },
  { name: 'AUTHORITY_SIGNING_CERTIFICATE', algorithm: 'RSASSA-PKCS1-v1_5' },
]

const refOf = (name: string) => `crypto:${name}`

/** Returns the document of the product's cryptography (CBOM) in the form of CycloneDX. */
export function cryptographyOf(product: Component): Bom {
  const asset = (name: string, description: string, cryptoProperties: object): Component => ({
    type: 'cryptographic-asset',
    'bom-ref': refOf(name),
    name,
    description,
    cryptoProperties,
  })
  return {
    ...bomOf(product),
    components: [
      ...algorithms.map(({ name, primitive, functions, use, oid, quantum, more }) =>
        asset(name, use, {
          assetType: 'algorithm',
          algorithmProperties: {
            primitive,
            ...more,
            cryptoFunctions: functions,
            nistQuantumSecurityLevel: quantum,
          },
          ...(oid && { oid }),
        }),
      ),
      ...keys.map(([name, type, use, algorithm, size]) =>
        asset(name, use, {
          assetType: 'related-crypto-material',
          relatedCryptoMaterialProperties: {
            type,
            ...(size && { size }),
            ...(algorithm && { algorithmRef: refOf(algorithm) }),
          },
        }),
      ),
      ...certificates.map(({ name, algorithm }) =>
        asset(name, 'set by the bank', {
          assetType: 'certificate',
          certificateProperties: { signatureAlgorithmRef: refOf(algorithm), certificateFormat: 'X.509' },
        }),
      ),
      asset(
        'TLS',
        "to browsers by the bank's proxy, to authority, bank, SMS provider and database by Node's OpenSSL",
        {
          assetType: 'protocol',
          protocolProperties: { type: 'tls', version: '1.2, 1.3' },
        },
      ),
    ],
  }
}
