#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { isIntact, observe, reportOn, signed, signingKey, type SignedReport, type Target } from './index.ts'
import { tableOf } from './table.ts'

const usage = `rd-conformance                        examine the device service on port 11100 of this computer
rd-conformance verify report.json     tell whether a report is as it was signed

  --port 11100            the port of the service
  --url https://127.0.0.1:11100   its address instead
  --origin https://…      the page that will call it
  --captures 1            the fingers to ask for: 0, 1, or 2 to see that no capture is sent twice
  --report report.json    where the report goes
  --key rd-conformance.key.pem    the key that signs it (Ed25519); made at the first run
  --ca FILE               a certificate to trust, as PEM

Ends with 0, with 1 where a demand is missed or a report was changed, and with 2 where it cannot run.
`

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exitCode = 2
}

async function run(): Promise<0 | 1> {
  const texts = 'port url origin captures report key ca'
    .split(' ')
    .map(name => [name, { type: 'string' }] as const)
  const options: Record<string, { type: 'string' }> = Object.fromEntries(texts)
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [command, file] = positionals
  if (command === 'verify' && file !== undefined) return verdictOn(file)
  if (command !== undefined) throw new Error(`There is no command ${command}.`)

  const captures = Number(values.captures ?? 1)
  if (captures !== 0 && captures !== 1 && captures !== 2) throw new Error('--captures is 0, 1 or 2.')
  const url = values.url ?? `http://127.0.0.1:${values.port ?? 11_100}`
  const key = signingKey(values.key ?? 'rd-conformance.key.pem')
  const seen = await observe(targetAt(url, values.ca), {
    pageOrigin: values.origin,
    captures,
    beforeCapture: index =>
      say(index === 0 ? 'Place a finger on the scanner.' : 'Lift it, and place it again.'),
  })
  const report = signed(reportOn(seen), key)
  writeFileSync(values.report ?? 'report.json', `${JSON.stringify(report, null, 2)}\n`)
  say(tableOf(report))
  return report.counts.missed > 0 ? 1 : 0
}

function targetAt(text: string, ca: string | undefined): Target {
  const { protocol, hostname: host, port } = new URL(text)
  const scheme = protocol.slice(0, -1)
  if (scheme !== 'http' && scheme !== 'https') throw new Error('The address begins with http:// or https://.')
  if (host !== '127.0.0.1' && host !== 'localhost')
    throw new Error('A device service is on this computer: 127.0.0.1 or localhost.')
  const standard = scheme === 'http' ? 80 : 443
  return {
    scheme,
    host,
    port: Number(port || standard),
    ca: ca === undefined ? ca : readFileSync(ca, 'utf8'),
  }
}

function verdictOn(file: string): 0 | 1 {
  const report = JSON.parse(readFileSync(file, 'utf8')) as SignedReport
  if (!isIntact(report)) {
    say('The report was changed after it was signed, or was never signed.')
    return 1
  }
  return say(`The report of ${report.at} is as it was signed. Its key: ${report.signature.publicKey}`)
}

function say(text: string): 0 {
  process.stdout.write(`${text}\n`)
  return 0
}
