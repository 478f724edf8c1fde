import type { ServiceAddress } from './service-address.ts'
import { servicePath } from './service-path.ts'
import { RdError } from './rd-error.ts'
import { readXml, type XmlElement } from './xml.ts'

/** A device service that answered. */
export type RdService = ServiceAddress & RdServiceAnswer

/** The answer of a device service to RDSERVICE, or the extra RD_SERVICE_INFO of its Android app. */
export type RdServiceAnswer = {
  state: ServiceState
  /** The service's own status: READY, USED, NOTREADY or any other word from its vendor. */
  status: string
  /** The vendor's text. Show it as text, never as HTML. */
  info: string
  /** Paths on the service's own origin. */
  paths: { capture: string; deviceInfo: string }
}

/** 'not-ready' stands for every status except READY and USED: the standard's list is open. */
export type ServiceState = 'ready' | 'in-use' | 'not-ready'

/**
 * Parses an RDSERVICE answer.
 * @throws {RdError} it is not an RDSERVICE answer
 */
export function readRdService(answer: Uint8Array | string): RdServiceAnswer {
  const root = readXml(answer)
  if (root.name !== 'rdservice') throw new RdError('unreadable')
  const status = (root.attributes.get('status') ?? '').trim().slice(0, maxTextLength)
  return {
    state: states.get(status.toUpperCase()) ?? 'not-ready',
    status,
    info: (root.attributes.get('info') ?? '').trim().slice(0, maxTextLength),
    paths: {
      capture: pathNamed(root, ['CAPTURE', 'PROCESS_CALL']) ?? '/rd/capture',
      deviceInfo: pathNamed(root, ['DEVICEINFO', 'INFO']) ?? '/rd/info',
    },
  }
}

const maxTextLength = 500

const states = new Map<string, ServiceState>([
  ['READY', 'ready'],
  ['USED', 'in-use'],
])

/** Finds an Interface by id, because vendors order them differently. */
function pathNamed(root: XmlElement, ids: readonly string[]): string | undefined {
  return root.children
    .filter(({ name, attributes }) => name === 'interface' && ids.includes(idOf(attributes)))
    .map(({ attributes }) => servicePath(attributes.get('path') ?? ''))
    .find(path => path !== undefined)
}

function idOf(attributes: ReadonlyMap<string, string>): string {
  return (attributes.get('id') ?? '').trim().toUpperCase()
}
