import type { FoundService, PortResult } from '@ekyc/rd-client'

import { adviceFor } from '../../scanner/advice.ts'
import { portsIn } from '../../scanner/scanner-problem.ts'
import { t, words } from '../../texts/t.ts'
import type { Finding } from './check-names.ts'
import { bad, good } from './findings.ts'

/** Tells whether any port answers; else whether a program hangs, is closed to pages, or is missing. */
export function portsFinding(ports: readonly PortResult[], required: string): Finding {
  const answering = ports.filter(({ state }) => !['closed', 'silent', 'no-cors'].includes(state))
  if (answering.length > 0) return good(words('check.ports.good', { ports: numbersOf(answering).join(', ') }))
  const closedToPages = portsIn(ports, 'no-cors').join(', ')
  if (closedToPages !== '') {
    return bad(
      words('check.ports.closedToPages', { ports: closedToPages }),
      words('check.ports.closedToPagesNext'),
    )
  }
  const hung = portsIn(ports, 'silent').join(', ')
  if (hung !== '') return bad(words('check.ports.hung', { ports: hung }), words('check.ports.hungNext'))
  const now = () => adviceFor('noService', { version: required }).now
  return { ...bad(words('check.ports.none'), now), help: 'install-links' }
}

export function serviceFinding(service: FoundService | undefined, ports: readonly PortResult[]): Finding {
  if (service) {
    const { info, port } = service
    return good(() => t('check.service.good', { info: info || t('check.service.unnamed'), port }))
  }
  const others = numbersOf(ports.filter(({ state }) => state === 'not-rd-service'))
  return bad(words('check.service.other', { ports: others.join(', ') }), words('check.service.otherNext'))
}

/** Returns one line for each run of neighbouring ports with the same result. */
export function portLines(ports: readonly PortResult[]): string[] {
  const runs: { first: PortResult; last: PortResult }[] = []
  for (const port of ports) {
    const run = runs.at(-1)
    if (run && isNextOf(run.last, port)) run.last = port
    else runs.push({ first: port, last: port })
  }
  return runs.map(({ first, last }) => {
    const numbers = first === last ? `${first.port}` : `${first.port}–${last.port}`
    return `${first.scheme}://${first.host}:${numbers} – ${said(first)}`
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

function said(port: PortResult): string {
  const told = 'service' in port ? [port.service.status, port.service.info].filter(Boolean).join(', ') : ''
  return told === '' ? t(`check.ports.${port.state}`) : `${t(`check.ports.${port.state}`)} (${told})`
}

function numbersOf(ports: readonly PortResult[]): number[] {
  return [...new Set(ports.map(({ port }) => port))]
}
