import { readBankSettings, readSmsSettings } from '../../product/server/src/config/read-config.ts'
import { ConfigError } from '../../product/server/src/config/config.ts'
import { runConformance } from './run-conformance.ts'

try {
  process.exitCode = await runConformance(process.argv.slice(2), {
    bankSettings: url => readBankSettings({ ...process.env, BANK_URL: url }),
    smsSettings: url => readSmsSettings({ ...process.env, SMS_URL: url }),
    now: () => new Date(),
    say: line => void process.stdout.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
