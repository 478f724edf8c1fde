import { answers } from './answers.ts'
import { bomOf, type Bom } from './component.ts'

/** Returns the project's answers to published vulnerabilities (VEX) for the components of a bill of materials. */
export function vexOf({ metadata, components }: Bom): Bom {
  const parts = components.flatMap(one => [one, ...(one.components ?? [])])
  const answered = answers.map(({ about, ...answer }) => ({
    ...answer,
    refs: [metadata.component, ...parts].map(one => one['bom-ref']).filter(ref => about.test(ref)),
  }))
  const refs = new Set(answered.flatMap(answer => answer.refs))
  return {
    ...bomOf(metadata.component),
    components: parts.filter(one => refs.has(one['bom-ref'])).map(one => ({ ...one, components: [] })),
    vulnerabilities: answered
      .filter(answer => answer.refs.length > 0)
      .map(({ id, source, state, justification, detail, answeredOn, refs: affected }) => ({
        'bom-ref': `vex:${id}`,
        id,
        source: { url: source },
        analysis: {
          state,
          ...(justification && { justification }),
          detail,
          firstIssued: `${answeredOn}T00:00:00Z`,
        },
        affects: affected.map(ref => ({ ref })),
      })),
  }
}
