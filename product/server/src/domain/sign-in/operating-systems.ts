import { indiaDate } from '@ekyc/contract/india-time'

import { Refused } from '../refused.ts'

/** The operating system that a caller's browser states. The system grants no right: a caller may send any text. */
export type ToldSystem = {
  platform: (typeof platforms)[number]
  version: string | undefined
}

export const platforms = ['Windows', 'macOS', 'Android', 'iOS', 'Chrome OS', 'Linux', 'other'] as const

/** A system that gets no updates after the day `endsOn` in India: all versions of the platform below `below`. */
export type SystemEnd = { platform: string; below: string; system: string; endsOn: string }

export type OperatingSystems = {
  /** @throws Refused when the system gets no updates any more and the bank refuses such systems */
  admit(told: ToldSystem): void
  countLogIn(told: ToldSystem): void
  ended(told: ToldSystem): Pick<SystemEnd, 'system' | 'endsOn'> | undefined
}

/** Checks operating systems against a table of the days on which their updates end (control 8, decision 0048). */
export function createOperatingSystems(options: {
  ends: readonly SystemEnd[]
  refusesOld: boolean
  now: () => Date
  onLogIn: (log: { system: string; updates: 'yes' | 'no' | 'unknown' }) => void
}): OperatingSystems {
  const { ends, refusesOld, now, onLogIn } = options

  return {
    admit(told) {
      if (refusesOld && ended(told)) throw new Refused('system_not_supported')
    },
    countLogIn(told) {
      const row = rowOf(told)
      const updates = ended(told) ? 'no' : told.version === undefined ? 'unknown' : 'yes'
      onLogIn({ system: row?.system ?? nameOf(told), updates })
    },
    ended,
  }

  function ended(told: ToldSystem): SystemEnd | undefined {
    const row = rowOf(told)
    return row && indiaDate(now()) > row.endsOn ? row : undefined
  }

  function rowOf({ platform, version }: ToldSystem): SystemEnd | undefined {
    if (version === undefined) return undefined
    return ends
      .filter(one => one.platform === platform && byVersion(version, one.below) < 0)
      .toSorted((one, other) => byVersion(one.below, other.below))[0]
  }
}

/** Returns the name of a system that has no row in `ends`. Windows 11 and later versions state version 13 or more. */
function nameOf({ platform, version }: ToldSystem): string {
  if (version === undefined) return platform
  return platform === 'Windows' ? 'Windows 11 or later' : `${platform} ${version.split('.', 1)[0]}`
}

const byVersion = new Intl.Collator('en', { numeric: true }).compare
