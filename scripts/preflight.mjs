import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from './complaint.mjs'

/** A product that was killed a moment ago is still stopping: its ports get this long to become free. */
const LAST_CHANCES_MS = [100, 300, 600, 1000]

/** Makes the data folder and writes to it, or complains. */
export function checkDataFolder(dataDir) {
  const probe = join(dataDir, `.writable-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new Complaint(
      `The data folder ${dataDir} cannot be written (${error.code}): set DATA_DIR to a folder of your own.`,
    )
  }
}

/**
 * Complains unless programs may listen on these addresses, of all that are taken at once; `name` is the setting that
 * would change the port.
 */
export async function checkPorts(addresses) {
  const sentences = (await Promise.all(addresses.map(complaintOf))).filter(Boolean)
  if (sentences.length > 0) throw new Complaint(sentences.join('\n'))
}

async function complaintOf({ name, host, port }) {
  if (port === 0) return undefined
  let problem = await problemOf(host, port)
  for (const pause of LAST_CHANCES_MS) {
    if (problem !== 'EADDRINUSE') break
    await wait(pause)
    problem = await problemOf(host, port)
  }
  if (!problem) return undefined
  return sentencesOf[problem]?.(name, host, port) ?? `Cannot listen on ${host}:${port} (${problem}).`
}

const notOurs = 'HOST must be an IP address of this computer, or 0.0.0.0 for all of them.'

const sentencesOf = {
  EADDRINUSE: (name, host, port) =>
    `Port ${port} on ${host} is taken: stop the program that uses it, or choose another with ${name}=${port + 1}.`,
  EACCES: (name, host, port) =>
    `Port ${port} may not be used by this account: choose one above 1023 with ${name}.`,
  EADDRNOTAVAIL: () => notOurs,
  ENOTFOUND: () => notOurs,
}

function problemOf(host, port) {
  return new Promise(done => {
    const server = createServer()
    server.once('error', error => done(error.code))
    server.listen({ host, port, exclusive: true }, () => server.close(() => done('')))
  })
}
