import { bankFrom, readOrRefuse, smsFrom } from '../../product/server/src/config/read-config.ts'
import { ConfigError } from '../../product/server/src/config/config.ts'
import { runConformance } from './run-conformance.ts'

try {
  process.exitCode = await runConformance(process.argv.slice(2), {
    bankSettings: url => readOrRefuse({ ...process.env, BANK_URL: url }, bankFrom),
    smsSettings: url => readOrRefuse({ ...process.env, SMS_URL: url }, smsFrom),
    now: () => new Date(),
    say: line => void process.stdout.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
