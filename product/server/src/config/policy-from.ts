import { defaultPolicy, policyNumbers, type Policy } from '../domain/policy.ts'
import { isFormerNumber } from './former-settings.ts'
import { nearestName } from './nearest-name.ts'

/**
 * Returns the default policy with the changes of POLICY or POLICY_FILE.
 * @returns the policy, which is the default if a change is unusable, one sentence for each problem, and one for each
 * number of earlier versions, which changes nothing
 */
export function policyFrom(changes: unknown): {
  policy: Policy
  problems: string[]
  former: string[]
} {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return { policy: defaultPolicy, problems: ['POLICY must be a JSON object'], former: [] }
  const former = Object.keys(changes).filter(isFormerNumber)
  const known = Object.entries(changes).filter(([name]) => !isFormerNumber(name))
  const problems = known.flatMap(([name, value]) => problemOf(name, value) ?? [])
  const policy = { ...defaultPolicy, ...Object.fromEntries(known) }
  return {
    policy: problems.length > 0 ? defaultPolicy : policy,
    problems,
    former: former.map(name => `POLICY: ${name} is no setting any more and changes nothing`),
  }
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!isName(name)) {
    const meant = nearestName(name, Object.keys(policyNumbers))
    return `POLICY has no number called ${JSON.stringify(name)}${meant === undefined ? '' : `: did you mean ${meant}?`}`
  }
  const { least, most } = policyNumbers[name]
  const isFit = Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return isFit ? undefined : `POLICY: ${name} must be a whole number from ${least} to ${most}`
}

function isName(name: string): name is keyof typeof policyNumbers {
  return Object.hasOwn(policyNumbers, name)
}
