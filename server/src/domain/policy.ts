/** The numbers of the rules that a bank may want otherwise. Each is a whole number. */
export type Policy = typeof defaultPolicy

export const defaultPolicy = {
  /** Different phones that one address may check in ten minutes. */
  phonesPerAddress: 300,
  /** Fingers that did not match, a reference and India day. */
  failuresPerReference: 5,
  /** References that the bank does not know, an agent and hour. */
  unknownReferencesPerHour: 30,
  /**
   * Reference checks, and with them orders opened, an agent and hour: one each 30 seconds for a whole hour. Reading the
   * consent out and capturing a finger takes a minute and more, so that a busy agent stays below half of it.
   */
  referenceChecksPerHour: 120,
}

const most = 1_000_000

/** @returns the policy, and one sentence for each number that cannot be used */
export function policyFrom(changes: unknown): { policy: Policy; problems: string[] } {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return { policy: defaultPolicy, problems: ['POLICY must be a JSON object'] }
  const problems = Object.entries(changes).flatMap(([name, value]) => {
    if (!Object.hasOwn(defaultPolicy, name)) return [`POLICY has no number called ${JSON.stringify(name)}`]
    const isFit = Number.isInteger(value) && value >= 1 && value <= most
    return isFit ? [] : [`POLICY: ${name} must be a whole number from 1 to ${most}`]
  })
  return { policy: problems.length > 0 ? defaultPolicy : { ...defaultPolicy, ...changes }, problems }
}
