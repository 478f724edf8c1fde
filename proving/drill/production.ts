import { runWalks } from './production/run-walks.ts'
import { backUpAndRestore } from './production/walks/back-up-and-restore.ts'
import { bankConsole } from './production/walks/bank-console.ts'
import { databaseAway } from './production/walks/database-away.ts'
import { doctorNames } from './production/walks/doctor-names.ts'
import { firstStart } from './production/walks/first-start.ts'
import { hardwareModule } from './production/walks/hardware-module.ts'
import { logInAndKyc } from './production/walks/log-in-and-kyc.ts'
import { operatorNamed } from './production/walks/operator-named.ts'
import { rollingRestart } from './production/walks/rolling-restart.ts'
import { watched } from './production/walks/watched.ts'

/** Follows docs/operations.md on a real container engine, with that page's commands and an unchanged compose.yaml. */
await runWalks({
  script: 'drill:production',
  walks: {
    doctor: doctorNames,
    kyc: logInAndKyc,
    operator: operatorNamed,
    restart: rollingRestart,
    'database-away': databaseAway,
    'back-up': backUpAndRestore,
    watch: watched,
    console: bankConsole,
    module: hardwareModule,
  },
  start: firstStart,
  takeAway: ({ run }) => run('docker compose --profile admin down --volumes --timeout 5', { mayFail: true }),
})
