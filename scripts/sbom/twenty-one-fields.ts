import { answers } from './answers.ts'
import type { Bom, Component } from './component.ts'

const unknown = 'unknown'

/** The published dates on which support ends, by component and by first number of the version. */
const endsOfLife: Record<string, Record<string, string>> = {
  node: { '24': '2028-04-30' },
  postgresql: { '18': '2030-11-14' },
}

type Kind = { origin: string; criticality: string; executable: boolean; archive: boolean }

function kindOf(component: Component, isDirect: boolean): Kind {
  const { purl = '', type } = component
  if (purl.startsWith('pkg:npm/'))
    return {
      origin: 'https://registry.npmjs.org',
      criticality: isDirect ? 'high' : 'medium',
      executable: false,
      archive: true,
    }
  if (purl.startsWith('pkg:deb/'))
    return { origin: 'https://deb.debian.org', criticality: 'medium', executable: true, archive: true }
  if (type === 'application')
    return { origin: 'this project', criticality: 'critical', executable: false, archive: false }
  if (purl.startsWith('pkg:generic/node@'))
    return { origin: 'https://nodejs.org', criticality: 'critical', executable: true, archive: false }
  return { origin: 'part of the component around it', criticality: 'high', executable: true, archive: false }
}

/**
 * Completes a component to the 21 fields of CERT-In's guidelines 2.0. CycloneDX itself has some of the fields, and the
 * other fields are properties. A field whose value nobody has published says 'unknown'. The fields author and time
 * belong to the whole document.
 */
export function withFields(component: Component, direct: ReadonlySet<string>): Component {
  const { name, version = unknown, group } = component
  const isDirect = direct.has(group ? `${group}/${name}` : name)
  const { origin, criticality, executable, archive } = kindOf(component, isDirect)
  const answered = answers.filter(({ about }) => about.test(component['bom-ref'])).map(({ id }) => id)
  const [major = ''] = version.split('.')
  const properties = {
    'cert-in:origin': origin,
    'cert-in:vulnerabilities':
      answered.length > 0 ? `answered in vex.cdx.json: ${answered.join(', ')}` : 'none in vex.cdx.json',
    'cert-in:patch-status': 'as its maker released it, without a patch of ours',
    'cert-in:release-date': unknown,
    'cert-in:end-of-life-date': endsOfLife[name]?.[major] ?? unknown,
    'cert-in:criticality': criticality,
    'cert-in:usage-restrictions': 'those of the licence',
    'cert-in:comments': isDirect ? 'named by a part of the product' : 'brought along by another component',
    ...(component.hashes?.length ? {} : { 'cert-in:checksums': unknown }),
    'cert-in:unique-identifier': component.purl ?? component['bom-ref'],
    'bsi:component:executable': executable ? 'executable' : 'non-executable',
    'bsi:component:archive': archive ? 'archive' : 'no archive',
    'bsi:component:structured': archive ? 'structured' : 'unstructured',
  }
  return {
    ...component,
    version,
    description: component.description || unknown,
    supplier: component.supplier ?? { name: origin },
    licenses: component.licenses?.length ? component.licenses : [{ license: { name: unknown } }],
    properties: [
      ...(component.properties ?? []),
      ...Object.entries(properties).map(([field, value]) => ({ name: field, value })),
    ],
    ...(component.components && {
      components: component.components.map(part => withFields(part, direct)),
    }),
  }
}

/** The 21 fields by CERT-In's names. */
export const fields: Record<string, (component: Component, bom: Bom) => unknown> = {
  'component name': ({ name }) => name,
  'component version': ({ version }) => version,
  'component description': ({ description }) => description,
  'component supplier': ({ supplier }) => supplier?.name,
  'component licence': ({ licenses }) => licenses?.[0],
  'component origin': property('cert-in:origin'),
  'component dependencies': (component, { dependencies = [] }) =>
    dependencies.find(({ ref }) => ref === component['bom-ref']),
  vulnerabilities: property('cert-in:vulnerabilities'),
  'patch status': property('cert-in:patch-status'),
  'release date': property('cert-in:release-date'),
  'end-of-life date': property('cert-in:end-of-life-date'),
  criticality: property('cert-in:criticality'),
  'usage restrictions': property('cert-in:usage-restrictions'),
  checksums: component => component.hashes?.[0] ?? property('cert-in:checksums')(component),
  'comments or notes': property('cert-in:comments'),
  'author of SBOM data': (_component, { metadata }) => metadata.authors[0]?.name,
  timestamp: (_component, { metadata }) => metadata.timestamp,
  'executable property': property('bsi:component:executable'),
  'archive property': property('bsi:component:archive'),
  'structured property': property('bsi:component:structured'),
  'unique identifier': property('cert-in:unique-identifier'),
}

function property(field: string) {
  return ({ properties = [] }: Component) => properties.find(({ name }) => name === field)?.value
}
