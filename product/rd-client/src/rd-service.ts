import type { ServiceAddress } from './service-address.ts'
import { servicePath } from './service-path.ts'
import { RdError } from './rd-error.ts'
import { readXml, type XmlElement } from './xml.ts'

export type RdService = ServiceAddress & RdServiceAnswer

/** The answer of a device service to RDSERVICE, or the extra RD_SERVICE_INFO of its Android app. */
export type RdServiceAnswer = {
  state: ServiceState
  /** The service's own status: READY, USED, NOTREADY or any other word from its vendor. */
  status: string
  /** The attribute `info`, a text by the vendor. Show it as plain text, never as HTML. */
  info: string
  /** The paths to call on the service's own origin. */
  paths: { capture: string; deviceInfo: string }
}

/** The state of a service. 'not-ready' means any status except READY and USED, because vendors use other words too. */
export type ServiceState = 'ready' | 'in-use' | 'not-ready'

/**
 * Parses an RDSERVICE answer.
 * @throws {RdError} if the answer is not an RDSERVICE answer
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

/** Finds the path of an Interface by its id, because vendors send the Interfaces in different orders. */
function pathNamed(root: XmlElement, ids: readonly string[]): string | undefined {
  return root.children
    .filter(({ name, attributes }) => name === 'interface' && ids.includes(idOf(attributes)))
    .map(({ attributes }) => servicePath(attributes.get('path') ?? ''))
    .find(path => path !== undefined)
}

function idOf(attributes: ReadonlyMap<string, string>): string {
  return (attributes.get('id') ?? '').trim().toUpperCase()
}
