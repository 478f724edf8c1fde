import { setTimeout as pause } from 'node:timers/promises'

import type { DeviceKeys } from './device-keys.ts'
import { vendors, type Vendor } from './registry.ts'
import { errorCodes } from './error-codes.ts'
import { createIdentities } from './identity.ts'
import { listen, type Listener, type TlsIdentity } from './listener.ts'
import { createRdService, type RdService, type Role } from './rd-service.ts'
import type { Wait } from './scanner.ts'
import { scenarioNames, scenarios } from './scenarios.ts'
import { changedSettings, effectsOf, initialSettings, type DeviceSettings } from './settings.ts'
import { makeTlsIdentity } from './tls-identity.ts'
import { profiles } from './vendors.ts'
import type { XmlElement } from './write-xml.ts'

export type Device = {
  /** The ports of the services: first the port of `vendor`, then the ports of `also`. */
  readonly ports: readonly number[]
  /** Makes a capture by the first service, without the RD service protocol. Returns undefined if no service runs. */
  capture(pidOptions: string): Promise<XmlElement | undefined>
  control: {
    get(): object
    /** Changes the given settings. If a setting is wrong, throws ControlRefused, which names the setting. */
    put(change: unknown): Promise<object>
    /** Resets the settings, ends a running capture, and forgets the last capture and the counts of calls. */
    reset(): Promise<object>
  }
  close(): Promise<void>
}

/**
 * Simulates the driver of a fingerprint scanner: RD service 2.0 with synthetic fingers, on 127.0.0.1 only.
 * @param options.firstPort the first of 21 ports, of which the driver takes the first free one; 0 for any free port;
 *   'off' for no port
 * @param options.tls the certificate of the https services; by default one of a year
 */
export async function startDevice(options: {
  keys: DeviceKeys
  firstPort: number | 'off'
  now?: () => Date
  wait?: Wait
  tls?: TlsIdentity
  /** Returns the name of the finger that the setting `finger` selects. The default returns the setting itself. */
  fingerNamed?: (name: string) => string
}): Promise<Device> {
  const { now = () => new Date(), wait = machineWait, fingerNamed = name => name } = options
  const identities = createIdentities({ provider: options.keys.deviceProvider, now })
  const tls = options.tls ?? (await makeTlsIdentity(yearAround(now())))
  const running: { listener: Listener; service: RdService }[] = []
  let settings = initialSettings
  let changing: Promise<unknown> = Promise.resolve()

  /** Runs changes of the settings one by one, because two changes at the same time would open a port twice. */
  function change(next: () => DeviceSettings): Promise<object> {
    const done = changing.then(async () => {
      // oxlint-disable-next-line promise/no-callback-in-promise -- no callback that reports: it computes the settings
      settings = next()
      await openAndClose()
      // Makes the keys now, so that the first capture need not wait for them.
      await Promise.all([settings.vendor, ...settings.also].map(vendor => identities(vendor, 'valid')))
      return get()
    })
    changing = done.catch(() => undefined)
    return done
  }

  async function openAndClose(): Promise<void> {
    if (options.firstPort === 'off') return
    const serviceCount = 1 + settings.also.length
    while (running.length < serviceCount) running.push(await open(running.length))
    for (const { listener } of running.splice(serviceCount)) await listener.close()
  }

  async function open(index: number): Promise<{ listener: Listener; service: RdService }> {
    const service = createRdService({
      keys: options.keys,
      identities,
      now,
      wait,
      role: () => ({ ...roleOf(settings, index), finger: fingerNamed(settings.finger) }),
    })
    const ports = portsFrom(options.firstPort)
    const listener = await listen({ ports, tls, scheme: service.scheme, answer: service.answer })
    return { listener, service }
  }

  function get(): object {
    return {
      settings,
      ports: portsOf(running),
      services: running.map(({ listener, service }, index) => ({
        port: listener.port,
        scheme: service.scheme(),
        vendor: roleOf(settings, index).vendor,
        calls: service.calls(),
        unanswered: service.unanswered(),
      })),
      scenarios: scenarioNames.map(name => ({ name, says: scenarios[name].says })),
      vendors: vendors.map(name => ({ name, says: profiles[name].says })),
      errCodes: Object.entries(errorCodes).map(([code, says]) => ({ code, says })),
      tlsCertificate: tls.cert,
    }
  }

  await change(() => settings)
  return {
    get ports() {
      return portsOf(running)
    },
    capture: async pidOptions => running[0]?.service.capture(pidOptions),
    control: {
      get,
      put: asked => change(() => changedSettings(settings, asked)),
      reset: () => {
        for (const { service } of running) service.replug()
        return change(() => initialSettings)
      },
    },
    close: async () => {
      await changing
      for (const { service } of running) service.replug()
      await Promise.all(running.splice(0).map(({ listener }) => listener.close()))
    },
  }
}

const machineWait: Wait = (ms, signal) => pause(ms, undefined, { signal })

function yearAround(now: Date): { notBefore: Date; notAfter: Date } {
  const dayMs = 86_400_000
  return { notBefore: new Date(now.getTime() - dayMs), notAfter: new Date(now.getTime() + 365 * dayMs) }
}

function portsOf(running: readonly { listener: Listener }[]): number[] {
  return running.map(({ listener }) => listener.port)
}

function portsFrom(firstPort: number | 'off'): number[] {
  if (firstPort === 'off') return []
  if (firstPort === 0) return [0]
  return Array.from({ length: 21 }, (_, index) => firstPort + index).filter(port => port <= 65_535)
}

function roleOf(settings: DeviceSettings, index: number): Role {
  const { finger, delayMs, slow } = settings
  const others: Vendor | undefined = settings.also[index - 1]
  if (!others) return { vendor: settings.vendor, effects: effectsOf(settings), finger, delayMs, slow }
  return { vendor: others, effects: {}, finger, delayMs, slow: initialSettings.slow }
}
