import { resolve } from 'node:path'

import { startDevice, type Device } from '@ekyc/rd-simulator'

import { createAuthority } from './authority/authority.ts'
import { tamperings } from './authority/write-answer.ts'
import { createBank } from './bank/bank.ts'
import { captureRoute } from './device/capture-route.ts'
import { controlRoutes, escapeHtml, page, html, json, type Route } from './http/route.ts'
import { serve } from './http/serve.ts'
import { auaOrganisation, sandboxKeys, type SandboxKeys } from './keys/keys.ts'
import { sandboxSecrets, type Secrets } from './keys/secrets.ts'
import { agencyCodes, writeServerSettings } from './keys/server-settings.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { fingerNamed } from './people/people.ts'
import { createProvider } from './provider/provider.ts'
import { createSms } from './sms/sms.ts'

export type Sandbox = {
  /** The address of the HTTP server, such as http://127.0.0.1:8090. */
  address: string
  /** The first port of the device service, or 'off'. */
  device: number | 'off'
  close(): Promise<void>
}

/** The addresses of the user's own bank and SMS provider. If the sandbox simulates one, its address is undefined. */
type OwnSystems = { bank?: string | undefined; sms?: string | undefined }

/**
 * Starts all parts of the sandbox on 127.0.0.1 and writes the settings that a server needs to reach them.
 * @param settings.port the port of the HTTP server; 0 for any free port
 * @param settings.dataDir the folder; its subfolder `sandbox` gets the keys, the secrets and the server's settings
 */
export async function startSandbox(settings: {
  port: number
  devicePort: number | 'off'
  dataDir: string
  ownSystems?: OwnSystems
  report: (error: unknown) => void
}): Promise<Sandbox> {
  const folder = resolve(settings.dataDir, 'sandbox')
  const keys = await sandboxKeys(folder)
  const secrets = await sandboxSecrets(folder)
  const device = await startDevice({ keys, firstPort: settings.devicePort, fingerNamed })
  let listensAt = ''
  const provider = createProvider({
    address: () => listensAt,
    clientSecret: secrets.consoleSecret,
    report: settings.report,
  })
  const app = serve(routes(keys, secrets, device, settings.ownSystems ?? {}), settings.report, provider)
  const close = async (): Promise<void> => void (await Promise.all([app.close(), device.close()]))
  try {
    const address = await app.listen({ host: '127.0.0.1', port: settings.port })
    listensAt = address
    await writeServerSettings(folder, { address, keys, secrets })
    return { address, device: device.ports[0] ?? 'off', close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The delay of a late answer, in ms. It is longer than the server's time-out for the authority (25 seconds). */
const lateAnswerMs = 40_000

function routes(keys: SandboxKeys, secrets: Secrets, device: Device, own: OwnSystems): Route[] {
  const now = (): Date => new Date()
  const agency = {
    ...agencyCodes,
    licenceKey: secrets.licenceKey,
    asaLicenceKey: secrets.asaLicenceKey,
    organisation: auaOrganisation,
    signingCertificate: keys.aua.certificate,
  }
  const devicePorts = device.ports.length > 0 ? `127.0.0.1, port ${device.ports.join(', ')}` : 'off'
  return [
    ...createAuthority({ keys, agency, now, lateAnswerMs }),
    ...createBank({ secret: secrets.bankSecret, now }),
    ...createSms({ key: secrets.smsKey, now }),
    ...controlRoutes('/device', device.control),
    captureRoute(device),
    { method: 'GET', path: '/', handle: () => html(page('index', 'Sandbox', { device: devicePorts })) },
    { method: 'GET', path: '/control', handle: () => html(controlPage(own)) },
    ...peopleRoutes,
    { method: 'GET', path: '/health', handle: () => json(200, { status: 'ok' }) },
  ]
}

function controlPage(own: OwnSystems): string {
  const note = (who: string, url: string | undefined) =>
    url === undefined
      ? ''
      : `<p class="quiet">The server asks your own ${who} at <code>${escapeHtml(url)}</code>, and nothing of this card.</p>`
  return page('control', 'Control', {
    tamperings: JSON.stringify(tamperings),
    bankNote: note('bank', own.bank),
    smsNote: note('SMS provider', own.sms),
  })
}
