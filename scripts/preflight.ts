import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from './complaint.ts'

/** The pauses, in ms, between attempts to listen on a port. A killed product's ports need time to become free. */
const LAST_CHANCES_MS = [100, 300, 600, 1000]

/** Throws a complaint if the folder cannot be created or written. */
export function checkDataFolder(dataDir: string): void {
  const probe = join(dataDir, `.writable-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new Complaint(
      `The data folder ${dataDir} cannot be written (${codeOf(error)}): set DATA_DIR to a folder of your own.`,
    )
  }
}

/** `name` is the setting that changes the port. */
type Address = { name: string; host: string; port: number }

/** Throws one complaint that names every address on which this computer cannot listen. */
export async function checkPorts(addresses: Address[]): Promise<void> {
  const sentences = new Set((await Promise.all(addresses.map(complaintOf))).filter(Boolean))
  if (sentences.size > 0) throw new Complaint([...sentences].join('\n'))
}

async function complaintOf({ name, host, port }: Address): Promise<string | undefined> {
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

const sentencesOf: Record<string, (name: string, host: string, port: number) => string> = {
  EADDRINUSE: (name, host, port) =>
    `Port ${port} on ${host} is taken: stop the program that uses it, or choose another with ${name}=${port + 1}.`,
  EACCES: (name, _host, port) =>
    `Port ${port} may not be used by this account: choose one above 1023 with ${name}.`,
  EADDRNOTAVAIL: () => notOurs,
  ENOTFOUND: () => notOurs,
  // This code means that no name server answers.
  EAI_AGAIN: () => notOurs,
}

function problemOf(host: string, port: number): Promise<string> {
  return new Promise(done => {
    const server = createServer()
    server.once('error', error => done(codeOf(error)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => done('')))
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
