import { indiaDate } from '@ekyc/contract/india-time'

import { Refused } from './refused.ts'

/** The system of a caller's computer, in the browser's own words. They grant nothing: a caller may write anything. */
export type ToldSystem = {
  platform: (typeof platforms)[number]
  /** The browser's number of the version; undefined where it does not tell. */
  version: string | undefined
}

export const platforms = ['Windows', 'macOS', 'Android', 'iOS', 'Chrome OS', 'Linux', 'other'] as const

/** The India day after which a system gets no updates any more. */
export type SystemEnd = { platform: string; below: string; system: string; endsOn: string }

export type OperatingSystems = {
  /** @throws Refused where the bank refuses systems that get no updates any more */
  admit(told: ToldSystem): void
  countLogIn(told: ToldSystem): void
  /** Returns the system if it gets no updates any more. */
  ended(told: ToldSystem): Pick<SystemEnd, 'system' | 'endsOn'> | undefined
}

/** Judges operating systems by a table of the days on which their updates ended (control 8, decision 0121). */
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

  /** Finds the lowest version that the system is below. */
  function rowOf({ platform, version }: ToldSystem): SystemEnd | undefined {
    if (version === undefined) return undefined
    return ends
      .filter(one => one.platform === platform && byVersion(version, one.below) < 0)
      .toSorted((one, other) => byVersion(one.below, other.below))[0]
  }
}

/** Windows tells its 11th version as 13 or higher, and no later one apart. */
function nameOf({ platform, version }: ToldSystem): string {
  if (version === undefined) return platform
  return platform === 'Windows' ? 'Windows 11 or later' : `${platform} ${version.split('.', 1)[0]}`
}

const byVersion = new Intl.Collator('en', { numeric: true }).compare
