import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { Complaint } from '../../../scripts/complaint.ts'
import { inRoot } from '../../../scripts/folders.ts'
import { sh } from './sh.ts'

const ways: Record<string, { asks: string[]; needs: string }> = {
  docker: { asks: ['docker info', 'docker compose version'], needs: 'docker with its compose plugin' },
  podman: { asks: ['podman info', 'podman-compose --version'], needs: 'podman with podman-compose' },
}

/** A container engine. `env` has the environment variables that make `docker` and `docker compose` use this engine. */
export type Engine = { name: string; env: NodeJS.ProcessEnv }

/**
 * Finds the first container engine that answers, or the one that CONTAINER_ENGINE names. For podman, it puts the
 * drill's own `docker` (podman-as-docker.ts) first on the drill's PATH, so that the documented commands run unchanged.
 */
export async function findEngine(folder: string): Promise<Engine> {
  const wantedName = process.env.CONTAINER_ENGINE
  if (wantedName && !ways[wantedName])
    throw new Complaint(`CONTAINER_ENGINE must be ${Object.keys(ways).join(' or ')}.`)
  const candidates = Object.entries(ways).filter(([name]) => !wantedName || name === wantedName)
  for (const [name, { asks }] of candidates) {
    const answers = await Promise.all(asks.map(command => sh(command)))
    if (answers.every(({ code }) => code === 0)) return { name, env: environmentOf(name, folder) }
  }
  const requirements = candidates.map(([, { needs }]) => needs).join(', or ')
  throw new Complaint(
    `No container engine answers: the drill needs ${requirements}, and the right to use it.`,
  )
}

function environmentOf(name: string, folder: string): NodeJS.ProcessEnv {
  if (name === 'docker') return {}
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = inRoot('proving', 'drill', 'production', 'podman-as-docker.ts')
  writeFileSync(join(bin, 'docker'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(bin, 'docker'), 0o755)
  return { PATH: bin + delimiter + process.env.PATH, DOCKER: join(bin, 'docker') }
}
