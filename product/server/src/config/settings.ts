import { settingKeys } from './setting-keys.ts'
import { createSettingSource } from './setting-source.ts'
import { settingTexts } from './setting-texts.ts'
import { settingValues } from './setting-values.ts'

export type Settings = ReturnType<typeof settingsIn>

/**
 * Returns functions that read settings by name, one function for each kind of setting. An invalid setting adds a
 * sentence to `problems` and gets a default or unusable value, so that one start reports all problems.
 */
export function settingsIn(env: NodeJS.ProcessEnv, problems: string[]) {
  const source = createSettingSource(env, problems)
  const texts = settingTexts(source)
  return { ...source, ...texts, ...settingValues(source), ...settingKeys(source, texts) }
}
