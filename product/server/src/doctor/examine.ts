import { certificateEnds } from '../config/certificate-ends.ts'
import { examineSettings } from '../config/config-from.ts'
import { examineDatabase } from './examine-database.ts'
import { examineEnds } from './examine-ends.ts'
import { examineFarEnds } from './examine-far-ends.ts'
import { good, problem, warning, type Finding } from './finding.ts'

/**
 * Checks settings, database, external services, clocks, and the expiry of certificates and keys. It changes nothing and
 * shows no setting's value. It skips a service or database whose setting is wrong.
 */
export async function examine(env: NodeJS.ProcessEnv, now: () => Date): Promise<Finding[]> {
  const { config, problems } = examineSettings(env)
  const isWrong = (name: string) =>
    problems.some(message => new RegExp(`^${name}(?:_FILE)?\\b`).test(message))
  const [farEnds, database] = await Promise.all([
    examineFarEnds(config, { isWrong, now }),
    isWrong('DATABASE_URL') || isWrong('DATA_DIR') ? [] : examineDatabase(config, now),
  ])
  return [
    ...problems.map(message => problem('settings', message)),
    ...config.warnings.map(message => warning('settings', message)),
    ...(problems.length + config.warnings.length === 0 ? [good('settings', 'complete')] : []),
    ...database,
    ...farEnds,
    ...examineEnds(certificateEnds(config), now()),
  ]
}
