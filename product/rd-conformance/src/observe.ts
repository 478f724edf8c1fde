import { connect, type TcpNetConnectOpts } from 'node:net'
import { networkInterfaces } from 'node:os'

import { readRdService, writePidOptions } from '@ekyc/rd-client'

import { exchange, type Call } from './exchange.ts'
import type { Exchange, Observation, Target, Verb } from './observation.ts'
import { readingOf } from './reading.ts'

export type ObserveOptions = {
  /** The origin of the calling page; https://portal.example by default. */
  pageOrigin?: string | undefined
  /** The number of captures to request; 1 by default. Two captures show whether the service repeats one. */
  captures?: 0 | 1 | 2 | undefined
  /** Called before each capture, so that the caller can ask the person at the scanner for a finger. */
  beforeCapture?: ((index: number) => void) | undefined
  /** The time limit of a call that needs no finger, in milliseconds; 10,000 by default. */
  timeoutMs?: number | undefined
  /** The device's time-out for a capture, in ms; 20,000 by default. The call may take `graceMs` (10,000) longer. */
  captureTimeoutMs?: number | undefined
  graceMs?: number | undefined
}

/** Makes all calls that the demands need, one by one, with the headers of a browser on a page of `pageOrigin`. */
export async function observe(target: Target, options: ObserveOptions = {}): Promise<Observation> {
  const { pageOrigin = 'https://portal.example', captures: wanted = 1, timeoutMs = 10_000 } = options
  const { captureTimeoutMs = 20_000, graceMs = 10_000 } = options
  const ask = (method: Call['method'], path: string, headers = {}) =>
    exchange(target, { method, path, headers: { origin: pageOrigin, ...headers }, timeoutMs })
  const preflight = (verb: Verb, path: string) =>
    ask('OPTIONS', path, {
      'access-control-request-method': verb,
      ...(verb === 'CAPTURE' && { 'access-control-request-headers': 'content-type' }),
      // Chromium up to 141 sent this header, and a service may still answer it.
      'access-control-request-private-network': 'true',
    })
  const capture = (body: string) =>
    exchange(target, {
      method: 'CAPTURE',
      path: paths.capture,
      headers: { origin: pageOrigin, 'content-type': 'text/xml' },
      body,
      timeoutMs: captureTimeoutMs + graceMs,
    })

  const beforeDiscovery = await preflight('RDSERVICE', '/')
  const discovery = await ask('RDSERVICE', '/')
  const { paths } = readingOf(discovery, readRdService).value ?? { paths: usualPaths }
  const preflights = {
    RDSERVICE: beforeDiscovery,
    DEVICEINFO: await preflight('DEVICEINFO', paths.deviceInfo),
    CAPTURE: await preflight('CAPTURE', paths.capture),
  }
  const discoveryByStar = await ask('RDSERVICE', '*')
  const deviceInfo = await ask('DEVICEINFO', paths.deviceInfo)
  const badCapture = await capture(badPidOptions)
  const captures: Exchange[] = []
  while (captures.length < wanted) {
    options.beforeCapture?.(captures.length)
    captures.push(await capture(writePidOptions({ timeoutMs: captureTimeoutMs, wadh })))
  }
  const openTo = await addressesThatTake(target.port)
  const answers = { discovery, discoveryByStar, deviceInfo, badCapture, captures }
  return { target, pageOrigin, preflights, ...answers, openTo, now: new Date() }
}

const usualPaths = { capture: '/rd/capture', deviceInfo: '/rd/info' }

/** The base64 SHA-256 hash of the parameters of an e-KYC request (2.5, F, Y, N, N, N). */
const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

/** PidOptions with an fType that no standard has. A service refuses them without waiting for a finger. */
const badPidOptions =
  '<PidOptions ver="1.0"><Opts fCount="1" fType="9" format="0" pidVer="2.0" timeout="2000" posh="UNKNOWN" env="P"/></PidOptions>'

async function addressesThatTake(port: number): Promise<string[] | undefined> {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  const outer = all.filter(({ family, internal }) => family === 'IPv4' && !internal)
  const taken = await Promise.all(outer.map(({ address: host }) => takes({ host, port, timeout: 1000 })))
  return outer.length === 0 ? undefined : outer.flatMap(({ address }, at) => (taken[at] ? [address] : []))
}

function takes(address: TcpNetConnectOpts): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false)).once('close', () => resolve(false))
    for (const end of ['connect', 'timeout']) socket.once(end, () => socket.destroy())
  })
}
