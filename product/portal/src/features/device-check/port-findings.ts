import type { Discovery, RdService, PortResult } from '@ekyc/rd-client'

import { adviceFor } from '../../scanner/advice.ts'
import { noService, portsIn } from '../../scanner/scanner-problem.ts'
import { t } from '../../texts/t.ts'
import { bad, good, type Finding } from './finding.ts'

export function portsFinding(discovery: Discovery, version: string): Finding {
  const { ports } = discovery
  const answers = answering(ports)
  if (answers.length > 0) return good(t('check.ports.good', { ports: rangesOf(answers) }))
  const closedToPages = portsIn(ports, 'no-cors')
  if (closedToPages.length > 0) return bad('ports.closedToPages', { ports: rangesOf(closedToPages) })
  const hung = portsIn(ports, 'silent')
  if (hung.length > 0) return bad('ports.hung', { ports: rangesOf(hung) })
  const { advice } = noService(discovery)
  const { happened, now: next } = adviceFor(advice, { version })
  const says = advice === 'questionClosed' ? happened : t('check.ports.none')
  return { mark: 'bad', says, next, help: 'install-links' }
}

export function answering(ports: readonly PortResult[]): number[] {
  return ports.filter(({ state }) => !['closed', 'silent', 'no-cors'].includes(state)).map(({ port }) => port)
}

/** Returns the finding about the device service; undefined while none of the found services is chosen. */
export function serviceFinding(
  service: RdService | undefined,
  { services, ports }: Discovery,
): Finding | undefined {
  if (service) {
    const { info, port } = service
    return good(t('check.service.good', { info: info || t('check.service.unnamed'), port }))
  }
  if (services.length > 0) return undefined
  return bad('service.unreadable', { ports: rangesOf(answering(ports)) })
}

/** Returns one line of text for each service, and for each range of neighbouring ports with the same other result. */
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

/** Formats port numbers, with neighbouring numbers as one range: 11100–11110, 11115. */
function rangesOf(ports: readonly number[]): string {
  const numbers = [...new Set(ports)].toSorted((one, other) => one - other)
  const starts = numbers.filter(number => !numbers.includes(number - 1))
  const ends = numbers.filter(number => !numbers.includes(number + 1))
  return starts.map((start, run) => (start === ends[run] ? `${start}` : `${start}–${ends[run]}`)).join(', ')
}
