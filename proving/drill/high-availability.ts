import { takeAway } from './high-availability/machines.ts'
import { startSite } from './high-availability/stage.ts'
import { killEachPart } from './high-availability/walks/kill-each-part.ts'
import { nextMajor } from './high-availability/walks/next-major.ts'
import { restoreToAMoment } from './high-availability/walks/restore-to-a-moment.ts'
import { secondSite } from './high-availability/walks/second-site.ts'
import { runWalks } from './production/run-walks.ts'

// Raises the hourly limit of reference checks, because the drill's agents open far more orders than people do.
process.env.DRILL_SETTINGS ??= JSON.stringify({ POLICY: '{"referenceChecksPerHour":1000000}' })

/** Follows docs/high-availability.md on a real container engine, with a container for each machine on one network. */
await runWalks({
  script: 'drill:high-availability',
  walks: {
    kills: killEachPart,
    restore: restoreToAMoment,
    'next-major': nextMajor,
    // This walk comes last, because it ends the first site.
    'second-site': secondSite,
  },
  start: startSite,
  async takeAway(setUp) {
    await takeAway(setUp)
    await setUp.run('docker compose down --volumes --timeout 5', { mayFail: true })
  },
})
