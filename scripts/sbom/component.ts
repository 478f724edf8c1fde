/** The fields of CycloneDX's component that we write. */
export type Component = {
  type: 'library' | 'platform' | 'application'
  'bom-ref': string
  group?: string
  name: string
  version: string
  purl?: string
  licenses?: ({ license: { id: string } } | { license: { name: string } } | { expression: string })[]
  hashes?: { alg: 'SHA-512'; content: string }[]
  properties?: { name: string; value: string }[]
  components?: Component[]
}

/** Makes a component inside another, such as a library inside Node. */
export function partOf(whole: string, name: string, version: string, purl?: string): Component {
  return { type: 'library', 'bom-ref': `${whole}|${name}@${version}`, name, version, ...(purl && { purl }) }
}
