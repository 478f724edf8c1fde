import { indiaDate } from '@ekyc/contract/india-time'

import type { Context } from '../context.ts'
import { Refused } from '../call-errors.ts'

/** The operating system that a caller's browser states. The system grants no right: a caller may send any text. */
export type ClientSystem = {
  platform: (typeof platforms)[number]
  version: string | undefined
}

export const platforms = ['Windows', 'macOS', 'Android', 'iOS', 'Chrome OS', 'Linux', 'other'] as const

/** A system that gets no updates after the day `endsOn` in India: all versions of the platform below `below`. */
export type EndOfSupport = { platform: string; below: string; system: string; endsOn: string }

/** The auditor's control 8 asks for these rules. */
export type OperatingSystemRules = {
  ends: readonly EndOfSupport[]
  refusesOld: boolean
  onLogIn: (log: { system: string; updates: 'yes' | 'no' | 'unknown' }) => void
}

type SystemContext = Pick<Context, 'systems' | 'now'>

export function refuseUnsupportedSystem(context: SystemContext, client: ClientSystem): void {
  if (context.systems.refusesOld && findUnsupportedSystem(context, client))
    throw new Refused('system_not_supported')
}

export function countLogInBySystem(context: SystemContext, client: ClientSystem): void {
  const { ends, onLogIn } = context.systems
  const updates = findUnsupportedSystem(context, client)
    ? 'no'
    : client.version === undefined
      ? 'unknown'
      : 'yes'
  onLogIn({ system: rowOf(ends, client)?.system ?? nameOf(client), updates })
}

export function findUnsupportedSystem(
  { systems, now }: SystemContext,
  client: ClientSystem,
): EndOfSupport | undefined {
  const row = rowOf(systems.ends, client)
  return row && indiaDate(now()) > row.endsOn ? row : undefined
}

function rowOf(ends: readonly EndOfSupport[], { platform, version }: ClientSystem): EndOfSupport | undefined {
  if (version === undefined) return undefined
  return ends
    .filter(one => one.platform === platform && byVersion(version, one.below) < 0)
    .toSorted((one, other) => byVersion(one.below, other.below))[0]
}

/** Returns the name of a system that has no row in `ends`. Windows 11 and later versions state version 13 or more. */
function nameOf({ platform, version }: ClientSystem): string {
  if (version === undefined) return platform
  return platform === 'Windows' ? 'Windows 11 or later' : `${platform} ${version.split('.', 1)[0]}`
}

const byVersion = new Intl.Collator('en', { numeric: true }).compare
