import { statSync } from 'node:fs'
import { isIP } from 'node:net'

import { hostsOf } from '../database/link/database-link.ts'
import { isNetwork } from '../network/is-network.ts'
import type { SettingSource } from './setting-source.ts'

export function settingTexts({ optional, required, list, wrong, tell }: SettingSource) {
  return {
    text: (name: string, fallback: string): string => optional(name) ?? fallback,

    pairs(name: string): Record<string, string> {
      const pairs = list(name).map(pair => /^([^=]+)=(.*)$/.exec(pair))
      if (pairs.includes(null)) tell(`${name} must be key=value, comma separated`)
      return Object.fromEntries(pairs.flatMap(pair => (pair ? [[pair[1]?.trim(), pair[2]?.trim()]] : [])))
    },

    url(name: string): string {
      const value = required(name)
      if (value !== '' && !/^https?:$/.test(protocolOf(value)))
        tell(`${name} must be an http or https address`)
      return value
    },

    host(name: string, fallback: string): string {
      const value = optional(name) ?? fallback
      if (isIP(value) === 0 && value !== 'localhost')
        tell(`${name} must be an IP address of this computer, or 0.0.0.0 for all of them`)
      return value
    },

    /** Reads a folder's path. Accepts a missing folder, which the server may create later, and refuses a file. */
    folder(name: string, fallback: string): string {
      const value = optional(name) ?? fallback
      if (statSync(value, { throwIfNoEntry: false })?.isDirectory() === false)
        tell(`${name} must be a folder, and is a file`)
      return value
    },

    databaseUrl(name: string): string | undefined {
      const value = optional(name)
      const isOfPostgres = (address: string) => /^postgres(?:ql)?:$/.test(protocolOf(address))
      if (value !== undefined && !hostsOf(value).every(isOfPostgres))
        tell(`${name} must be a postgres:// address`)
      return value
    },

    networks(name: string): string[] {
      const networks = list(name)
      if (!networks.every(isNetwork))
        tell(`${name} must be IP addresses or networks such as 172.30.17.0/28, comma separated`)
      return networks
    },

    /** Reads the `ci` of the authority's keys. Each `ci` is the day on which the certificate of the key expires. */
    days(name: string): string[] {
      const days = list(name)
      if (days.length === 0 && !wrong(name)) tell(`${name} is missing`)
      if (!days.every(isDay)) tell(`${name} must be days as YYYYMMDD, comma separated`)
      return days
    },

    origin(name: string): string | undefined {
      const value = optional(name)
      if (value === undefined || (protocolOf(value) === 'https:' && new URL(value).origin === value))
        return value
      tell(`${name} must be https:// and a host name, nothing behind it`)
      return undefined
    },

    file(name: string): string | undefined {
      const path = optional(name)
      if (path === undefined || statSync(path, { throwIfNoEntry: false })?.isFile()) return path
      tell(`${name} must name a file`)
      return undefined
    },
  }
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

function protocolOf(address: string): string {
  try {
    return new URL(address).protocol
  } catch {
    return ''
  }
}
