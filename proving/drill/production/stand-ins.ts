import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { SetUp } from './set-up.ts'

/** Debian's monitoring programs. Each program replaces the image that `setting` names, and runs under its `account`. */
const programs = {
  prometheus: { setting: 'PROMETHEUS_IMAGE', account: 'nobody' },
  'prometheus-alertmanager': { setting: 'ALERTMANAGER_IMAGE', account: 'nobody' },
  'prometheus-node-exporter': { setting: 'NODE_EXPORTER_IMAGE', account: 'nobody' },
  'prometheus-postgres-exporter': { setting: 'POSTGRES_EXPORTER_IMAGE', account: 'nobody' },
  'prometheus-blackbox-exporter': { setting: 'BLACKBOX_EXPORTER_IMAGE', account: 'root' },
}

/**
 * Builds images from Debian's packages in place of the published images, with the same entry points and accounts.
 * @returns the settings that name the images
 */
export async function standInsForWatchers(setUp: SetUp): Promise<Record<string, string>> {
  const stages = Object.entries(programs).map(
    ([program, { account }]) =>
      `FROM packages AS ${program}\nWORKDIR /prometheus\nUSER ${account}\nENTRYPOINT ["/usr/bin/${program}"]\n`,
  )
  const made = 'mkdir /prometheus && chown nobody /prometheus'
  const folder = dockerfileIn(setUp, 'watchers', Object.keys(programs), made, stages)
  const images: Record<string, string> = {}
  for (const [program, { setting }] of Object.entries(programs)) {
    images[setting] = `localhost/ekyc-drill-${program}`
    await setUp.run(`docker build --network host --target ${program} --tag ${images[setting]} ${folder}`)
  }
  return images
}

function dockerfileIn(
  { folder, nodeImage }: SetUp,
  name: string,
  packages: string[],
  made: string,
  stages: string[],
): string {
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')} && ${made}`
  writeFileSync(
    join(place, 'Dockerfile'),
    [`FROM ${nodeImage} AS packages\nRUN ${install}\n`, ...stages].join('\n'),
  )
  return place
}
