import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { Complaint } from '../../../scripts/complaint.ts'
import { inRoot } from '../../../scripts/folders.ts'
import { sh } from './sh.mjs'

const ways = {
  docker: { asks: ['docker info', 'docker compose version'], needs: 'docker with its compose plugin' },
  podman: { asks: ['podman info', 'podman-compose --version'], needs: 'podman with podman-compose' },
}

/**
 * Finds the first engine that answers, or the one that CONTAINER_ENGINE names. With podman it puts our `docker` first
 * on the drill's PATH, so that the documented commands run unchanged.
 *
 * @returns the name, and the environment in which `docker` and `docker compose` work
 */
export async function findEngine(folder) {
  const asked = process.env.CONTAINER_ENGINE
  if (asked && !ways[asked])
    throw new Complaint(`CONTAINER_ENGINE must be ${Object.keys(ways).join(' or ')}.`)
  for (const name of asked ? [asked] : Object.keys(ways)) {
    const answers = await Promise.all(ways[name].asks.map(command => sh(command)))
    if (answers.every(({ code }) => code === 0)) return { name, env: environmentOf(name, folder) }
  }
  const needed = (asked ? [asked] : Object.keys(ways)).map(name => ways[name].needs).join(', or ')
  throw new Complaint(`No container engine answers: the drill needs ${needed}, and the right to use it.`)
}

function environmentOf(name, folder) {
  if (name === 'docker') return {}
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = inRoot('proving', 'drill', 'production', 'podman-as-docker.mjs')
  writeFileSync(join(bin, 'docker'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(bin, 'docker'), 0o755)
  return { PATH: bin + delimiter + process.env.PATH }
}
