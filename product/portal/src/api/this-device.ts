import type { RequestDevice } from '@ekyc/contract/wire'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'
import { randomId } from '@ekyc/ui/browser/random-id.ts'
import { isRecord } from '@ekyc/contract/is-record'

import { fetchTimed } from './request.ts'

export function thisDevice(ip: string): RequestDevice {
  const agent = navigator.userAgent
  const system = systems.find(({ sign }) => sign.test(agent)) ?? unknownSystem
  return {
    type: system.mobile ? 'MOBILE' : 'PC',
    id: deviceId(),
    os: system.os,
    osVer: system.version.exec(agent)?.[1]?.replaceAll('_', '.') ?? '',
    ip,
    browser: browsers.find(({ sign }) => sign.test(agent))?.name ?? 'Other',
    // The portal never asks for the location (decisions.md section 4).
    location: { type: 'Point', coordinates: [0, 0] },
  }
}

/** The order matters: Android user agents contain 'Linux', and iPhone user agents contain 'Mac OS X'. */
const systems = [
  { os: 'ANDROID', mobile: true, sign: /Android/, version: /Android ([\d.]+)/ },
  { os: 'IOS', mobile: true, sign: /iPhone|iPad|iPod/, version: /OS ([\d_]+)/ },
  { os: 'WINDOWS', mobile: false, sign: /Windows/, version: /Windows NT ([\d.]+)/ },
  { os: 'MACOS', mobile: false, sign: /Mac OS X/, version: /Mac OS X ([\d_.]+)/ },
] as const
const unknownSystem = { os: 'LINUX', mobile: false, version: /Linux ([\d.]+)/ } as const

/** The order matters: the user agents of Edge and Opera contain 'Chrome', and that of Chrome contains 'Safari'. */
const browsers = [
  { name: 'Edge', sign: /Edg/ },
  { name: 'Opera', sign: /OPR/ },
  { name: 'Samsung Internet', sign: /SamsungBrowser/ },
  { name: 'Firefox', sign: /Firefox|FxiOS/ },
  { name: 'Chrome', sign: /Chrom(e|ium)|CriOS/ },
  { name: 'Safari', sign: /Safari/ },
] as const

const ownId = storedText('localStorage', 'device.id')
let newId: string | undefined

function deviceId(): string {
  const storedId = ownId.read()
  if (storedId !== undefined && /^[0-9a-f]{32}$/.test(storedId)) return storedId
  newId ??= randomId()
  ownId.write(newId)
  return newId
}

export const unknownAddress = '127.0.0.1'
/** The time limit of the look-up in ms. Calls wait for the look-up, so the limit is short. */
const lookUpWithinMs = 2000

/** @param path of our own server, or the address of another one */
export async function lookUpAddress(path: string): Promise<string> {
  const ask = path.startsWith('/') ? fetchTimed : fetch
  const response = await ask(path, { cache: 'no-store', signal: AbortSignal.timeout(lookUpWithinMs) })
  const answer: unknown = await response.json()
  const ip = isRecord(answer) ? answer['ipAddress'] : undefined
  const isDotted =
    typeof ip === 'string' &&
    /^\d{1,3}(\.\d{1,3}){3}$/.test(ip) &&
    ip.split('.').every(part => Number(part) <= 255)
  return isDotted ? ip : unknownAddress
}
