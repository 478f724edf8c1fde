import { partOf, type Component } from './component.ts'

const numbersOfInterfaces = ['node', 'modules', 'napi']

/** Describes the Node that runs this script, and the libraries that are built into it. */
export function nodeRuntime(versions: NodeJS.ProcessVersions = process.versions): Component {
  const ref = `pkg:generic/node@${versions.node}`
  const inside = Object.entries(versions).filter(
    ([name, version]) => version && !numbersOfInterfaces.includes(name),
  )
  return {
    type: 'platform',
    'bom-ref': ref,
    name: 'node',
    version: versions.node,
    purl: ref,
    components: inside.map(([name, version = '']) =>
      partOf(ref, name, version, `pkg:generic/${name}@${encodeURIComponent(version)}`),
    ),
  }
}
