import { ConfigError, readOrRefuse } from '../../product/server/src/config/read-config.ts'
import { bankSettings, smsSettings } from '../../product/server/src/config/settings.ts'
import { runConformance } from './run-conformance.ts'

try {
  process.exitCode = await runConformance(process.argv.slice(2), {
    bankSettings: url => readOrRefuse({ ...process.env, BANK_URL: url }, ({ read }) => read(bankSettings)),
    smsSettings: url => readOrRefuse({ ...process.env, SMS_URL: url }, ({ read }) => read(smsSettings)),
    now: () => new Date(),
    say: line => void process.stdout.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
