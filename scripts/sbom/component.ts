export type Component = {
  type: 'library' | 'platform' | 'application' | 'cryptographic-asset'
  'bom-ref': string
  group?: string
  name: string
  version?: string
  description?: string
  supplier?: { name: string }
  purl?: string
  licenses?: ({ license: { id: string } } | { license: { name: string } } | { expression: string })[]
  hashes?: { alg: 'SHA-256' | 'SHA-512'; content: string }[]
  properties?: { name: string; value: string }[]
  components?: Component[]
  cryptoProperties?: object
}

export type Bom = {
  $schema: string
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber?: string
  version: 1
  metadata: {
    timestamp: string
    authors: { name: string }[]
    component: Component
  }
  components: Component[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
  vulnerabilities?: object[]
}

/**
 * Returns a CycloneDX document without its components. If SOURCE_DATE_EPOCH is set, it is the document's timestamp, so
 * that the same commit makes the same bytes.
 */
export function bomOf(component: Component): Omit<Bom, 'components'> {
  const seconds = process.env['SOURCE_DATE_EPOCH']
  const time = seconds ? new Date(Number(seconds) * 1_000) : new Date()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      authors: [{ name: 'Maintainers of the agent eKYC portal' }],
      component,
    },
  }
}

export function partOf(whole: string, name: string, version: string, purl?: string): Component {
  return { type: 'library', 'bom-ref': `${whole}|${name}@${version}`, name, version, ...(purl && { purl }) }
}
