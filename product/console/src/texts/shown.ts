import { textOf } from '@ekyc/ui/texts/t.ts'
import { indiaDate, indiaDateTime } from '@ekyc/contract/india-time'
import { languageTag } from '@ekyc/ui/texts/language.ts'
import type { StaffRole } from '@ekyc/contract/console/acts'
import {
  isCodeWithoutVerdict,
  situationOf,
  type UnverifiedCode,
  unverifiedCodes,
} from '@ekyc/contract/refusals'
import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { t } from './t.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Shows a moment as a time if the moment is today in India, and otherwise as a day. */
export function shownMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  return indiaDate(moment) === indiaDate(now) ? shownClock(iso).slice(0, 5) : shownDay(iso, now)
}

/** Shows the time of day in India with seconds. */
export function shownClock(iso: string): string {
  return indiaDateTime(new Date(iso)).slice(11)
}

/** Shows a day in India, such as 2 Nov or 2 Nov 2025. Languages other than English get the whole name of the month. */
export function shownDay(iso: string, now = new Date()): string {
  const [year = '', month = '', day = ''] = indiaDate(new Date(iso)).split('-')
  const name =
    languageTag() === 'en'
      ? months[Number(month) - 1]
      : new Intl.DateTimeFormat(languageTag(), { month: 'long' }).format(
          new Date(2026, Number(month) - 1, 15),
        )
  const short = `${Number(day)} ${name}`
  return year === indiaDate(now).slice(0, 4) ? short : `${short} ${year}`
}

export function shownToMinute(iso: string): string {
  return `${shownDay(iso)}, ${shownClock(iso).slice(0, 5)}`
}

export function shownInFull(iso: string): string {
  return `${shownDay(iso)}, ${shownClock(iso)}`
}

/** Groups digits as India does: 12,34,567. */
export function shownNumber(value: number): string {
  return value.toLocaleString('en-IN')
}

export function shownCount({ n, isAbout }: { n: number; isAbout: boolean }): string {
  return isAbout ? t('table.about', { count: shownNumber(n) }) : shownNumber(n)
}

export function shownAgentRoles(roles: readonly string[]): string {
  return roles.map(role => textOf(`agentRole.${role}`) ?? role).join(', ')
}

export function shownRoles(roles: readonly StaffRole[]): string {
  return roles.map(role => t(`role.${role}`)).join(', ')
}

/** An action of a former release, which has no words any more, keeps its technical name. */
export function shownAction(action: string): string {
  return textOf(`action.${action}`) ?? action
}

/** The outcome of some actions is the reason of a refusal or of an exception, or the version of the consent text. */
export function shownOutcome(action: string, outcome: string): string {
  if (action === 'consent.give') return t('ended.ofVersion', { version: outcome })
  const code = unverifiedCodes.find(one => one === outcome)
  if (code) return shownReason(code)
  return textOf(`ended.${outcome}`) ?? textOf(`exception.reason.${outcome}`) ?? outcome
}

/** Tells why a customer was not verified, in the sentence that the agent reads in the portal. */
export function shownReason(code: UnverifiedCode): string {
  return isCodeWithoutVerdict(code) ? t(`server.${code}`) : t(`authority.${situationOf(code)}.because`)
}

export function shownAdvice(
  { verdict, code }: Pick<AnswerOf<'getOrder'>, 'verdict' | 'code'>,
  version: string,
): string {
  if (code === '' || isCodeWithoutVerdict(code)) return t(`tell.${verdict}`)
  return t(`authority.${situationOf(code)}.now`, { version })
}
