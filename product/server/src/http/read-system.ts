import type { IncomingHttpHeaders } from 'node:http'

import { platforms, type ToldSystem } from '../domain/sign-in/operating-systems.ts'

/** The header by which a page asks Chromium for the version of the operating system in each call (client hints). */
export const acceptedHints = { 'accept-ch': 'Sec-CH-UA-Platform-Version' }

/**
 * Reads the caller's operating system from client hints or, if they are missing, from the User-Agent header. In that
 * header browsers write the same version for many systems. Such a version is returned as undefined.
 */
export function readSystem(headers: IncomingHttpHeaders): ToldSystem {
  const [, name = ''] = /^"([^"]{1,32})"$/.exec(headers['sec-ch-ua-platform']?.toString() ?? '') ?? []
  const hinted = platforms.find(platform => platform === name.replace('Chromium OS', 'Chrome OS'))
  const [, version] =
    /^"(\d{1,3}(?:\.\d{1,5}){0,3})"$/.exec(headers['sec-ch-ua-platform-version']?.toString() ?? '') ?? []
  if (hinted && version !== undefined) return told(hinted, version)
  return readUserAgent(headers['user-agent'] ?? '')
}

function readUserAgent(text: string): ToldSystem {
  const windows = /Windows NT (\d+\.\d+)/.exec(text)?.[1]
  if (windows !== undefined) return told('Windows', windowsHints[windows])
  const android = /Android (\d{1,2})\b(?!; K\))/.exec(text)?.[1]
  if (text.includes('Android')) return told('Android', android)
  if (/iPhone|iPad/.test(text)) return told('iOS', undefined)
  const [, major, minor] = /Mac OS X (\d{1,2})[._](\d{1,2})/.exec(text) ?? []
  if (major !== undefined)
    return told('macOS', `${major}.${minor}` === '10.15' ? undefined : `${major}.${minor}`)
  if (text.includes('CrOS')) return told('Chrome OS', undefined)
  return told(text.includes('Linux') ? 'Linux' : 'other', undefined)
}

/** The client hint for each NT version in the User-Agent header. NT 10.0 is missing: Windows 10 and 11 both send it. */
const windowsHints: Record<string, string> = { '6.0': '0', '6.1': '0.1', '6.2': '0.2', '6.3': '0.3' }

/** Drops the version of a platform that the end-of-life table lacks, such as Linux, which distributors update. */
function told(platform: ToldSystem['platform'], version: string | undefined): ToldSystem {
  const isInTables = platform === 'Windows' || platform === 'Android' || platform === 'macOS'
  return { platform, version: isInTables ? version : undefined }
}
