import { createKeyOpener, type KeyOpener } from '@ekyc/private-keys'

import { certificateExpiries } from '../config/certificate-expiry.ts'
import { consoleSettingsFrom, examineSettings } from '../config/read-config.ts'
import { createSettingsReader } from '../config/settings.ts'
import { examineConsole } from './examine-console.ts'
import { examineDatabase, examineVault } from './examine-database.ts'
import { examineExternalServices } from './examine-external-services.ts'
import { examineExpiries, good, problem, warning, type Finding } from './finding.ts'

/**
 * The examination changes nothing, shows no value of a setting, and skips what has a wrong one. All its runs share the
 * sessions of the hardware module, so that a wrong PIN is given only once.
 */
export function createExamination(env: NodeJS.ProcessEnv, now: () => Date): () => Promise<Finding[]> {
  let openKey: KeyOpener | undefined
  return async () => {
    const { config, problems } = examineSettings(env)
    const consoleProblems: string[] = []
    const consoleSettings = consoleSettingsFrom(createSettingsReader(env, consoleProblems))
    openKey ??= createKeyOpener(config.pkcs11)
    const isWrong = (name: string) =>
      problems.some(message => new RegExp(`^${name}(?:_FILE)?\\b`).test(message))
    const [services, database, vault, console] = await Promise.all([
      examineExternalServices(config, { isWrong, openKey, now }),
      isWrong('DATABASE_URL') || isWrong('DATA_DIR')
        ? []
        : examineDatabase(config, { now, hasConsole: consoleSettings.isConfigured }),
      isWrong('VAULT_DATABASE_URL') ? [] : examineVault(config.results),
      examineConsole(consoleSettings, now),
    ])
    return [
      ...problems.map(message => problem('settings', message)),
      ...config.warnings.map(message => warning('settings', message)),
      ...(problems.length + config.warnings.length === 0 ? [good('settings', 'complete')] : []),
      ...database,
      ...vault,
      ...services,
      ...consoleProblems.map(message => problem('settings', message)),
      ...console,
      ...examineExpiries(certificateExpiries(config), now()),
    ]
  }
}
