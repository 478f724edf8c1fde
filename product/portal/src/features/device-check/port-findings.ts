import type { Discovery, FoundService, PortResult } from '@ekyc/rd-client'

import { adviceFor } from '../../scanner/advice.ts'
import { portsIn } from '../../scanner/scanner-problem.ts'
import { t } from '../../texts/t.ts'
import { bad, good, type Finding } from './finding.ts'

/** Tells whether any port answers; otherwise whether a program hangs, refuses web pages, or is missing. */
export function portsFinding(ports: readonly PortResult[], version: string): Finding {
  const answering = ports.filter(({ state }) => !['closed', 'silent', 'no-cors'].includes(state))
  if (answering.length > 0) return good(t('check.ports.good', { ports: numbersOf(answering) }))
  const closedToPages = portsIn(ports, 'no-cors').join(', ')
  if (closedToPages !== '') return bad('ports.closedToPages', { ports: closedToPages })
  const hung = portsIn(ports, 'silent').join(', ')
  if (hung !== '') return bad('ports.hung', { ports: hung })
  const next = adviceFor('noService', { version }).now
  return { mark: 'bad', says: t('check.ports.none'), next, help: 'install-links' }
}

/** Returns the finding about the service; undefined while the agent chooses among several services. */
export function serviceFinding(
  service: FoundService | undefined,
  { services, ports }: Discovery,
): Finding | undefined {
  if (service) {
    const { info, port } = service
    return good(t('check.service.good', { info: info || t('check.service.unnamed'), port }))
  }
  if (services.length > 0) return undefined
  return bad('service.other', { ports: numbersOf(ports.filter(({ state }) => state === 'not-rd-service')) })
}

/** Returns one line for each range of neighbouring ports with the same result. */
export function portLines(ports: readonly PortResult[]): string[] {
  const runs: { first: PortResult; last: PortResult }[] = []
  for (const port of ports) {
    const run = runs.at(-1)
    if (run && isNextOf(run.last, port)) run.last = port
    else runs.push({ first: port, last: port })
  }
  return runs.map(({ first, last }) => {
    const numbers = first === last ? `${first.port}` : `${first.port}–${last.port}`
    return `${first.scheme}://${first.host}:${numbers} – ${resultOf(first)}`
  })
}

function isNextOf(before: PortResult, port: PortResult): boolean {
  return (
    before.state === port.state &&
    !('service' in port) &&
    before.scheme === port.scheme &&
    before.host === port.host &&
    before.port + 1 === port.port
  )
}

function resultOf(port: PortResult): string {
  const result = t(`check.ports.${port.state}`)
  const description =
    'service' in port ? [port.service.status, port.service.info].filter(Boolean).join(', ') : ''
  return description === '' ? result : `${result} (${description})`
}

function numbersOf(ports: readonly PortResult[]): string {
  return [...new Set(ports.map(({ port }) => port))].join(', ')
}
