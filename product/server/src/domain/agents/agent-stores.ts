import type { Privilege } from '@ekyc/contract/words'

export type Agent = {
  id: string
  mobile: string
  name: string
  email: string
  addressLine1: string
  addressLine2: string
  passwordHash: string | null
  resetDemanded: boolean
  disabledOn: Date | null
  /**
   * The time of the first log-in with only a password while a second factor was required, or 1970 after a log-in with a
   * second factor. Null if there was neither.
   */
  graceBeganOn: Date | null
}

/** The agent who owns a token, with the agent's present roles and privileges. */
export type Caller = Pick<Agent, 'mobile' | 'name' | 'email' | 'addressLine1' | 'addressLine2'> &
  Operator & {
    agentId: string
    roles: string[]
    privileges: Privilege[]
  }

/** The facts that decide whether an agent may work, and which limits apply. */
export type Operator = {
  /** The risk class: 'low', 'medium' or 'high'. '' counts as medium. */
  risk: string
  branch: string
  outlet: string
  /** The India day of the bank's last KYC of the agent, or '' if there is none. */
  kycOn: string
  /** The India day of the last order, or of the first count of orders if that is later. Null without either day. */
  activeOn: string | null
  /** True if a rule against fraud has stopped the agent. */
  isStopped: boolean
}

/** Counts how often each quota was used, by its kind, such as 'kyc-hour', and by its subject, such as an agent's id. */
export type QuotaStore = {
  /**
   * Takes one use of a quota. A count that began at or before `since`, or after `latest`, starts again.
   * @returns false if `limit` uses are already taken
   */
  take(quota: {
    subject: string
    kind: string
    at: Date
    since: Date
    latest: Date
    limit: number
  }): Promise<boolean>
  /** Returns the time of the first use if all uses are taken, or undefined while uses are left. */
  spentBetween(quota: {
    subject: string
    kind: string
    since: Date
    latest: Date
    limit: number
  }): Promise<Date | undefined>
  /** Gives one use of a quota back, if the count began no later than `latest`. */
  giveBack(quota: { subject: string; kind: string; latest: Date }): Promise<void>
}

type CountedEvent = 'kycSuccess' | 'kycFailure' | 'login'

export type DailyCountStore = {
  add(agentId: string, day: string, event: CountedEvent): Promise<void>
  /** Returns the sums of the daily counts by month ('YYYY-MM'), oldest first. Months without a row are left out. */
  byMonth(agentId: string, days: Days): Promise<({ month: string } & Record<CountedEvent, number>)[]>
}

/** A period of India days. `fromDay` is inclusive and `beforeDay` is exclusive. */
export type Days = { fromDay: string; beforeDay: string }
