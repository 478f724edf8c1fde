import type { SupportCase } from '@ekyc/contract/support-case'
import { localNetworkPermission, redactedWords } from '@ekyc/rd-client'

import { clockOffsetMs, serverNow } from '@ekyc/ui/server-clock.ts'
import { useLanguage } from '../texts/language.ts'
import { withoutMarks } from '@ekyc/ui/untranslated.ts'
import { lastAttempt } from './last-attempt.ts'

export type CaseFacts = {
  problem: { advice: string; deviceCode?: string }
  /** The report of the device check, as a text; absent if the case comes from Do KYC. */
  report?: string
}

/** Describes the last attempt for support. The case contains no data of the customer, the agent or the finger. */
export async function supportCase({ problem, report }: CaseFacts): Promise<SupportCase> {
  const { userAgent, userAgentData } = navigator as Navigator & {
    userAgentData?: { brands?: readonly { brand: string; version: string }[] }
  }
  const version: unknown = import.meta.env.PORTAL_VERSION
  return {
    format: 1,
    recordedOn: serverNow().toISOString(),
    permission: await localNetworkPermission().state(),
    pageHost: window.location.hostname,
    portal: {
      version: typeof version === 'string' ? version : '',
      language: useLanguage.getState().language,
    },
    browser: {
      userAgent: userAgent.slice(0, 400),
      brands: (userAgentData?.brands ?? []).slice(0, 8).map(({ brand, version: its }) => `${brand} ${its}`),
    },
    clockOffsetMs: clockOffsetMs(),
    advice: {
      name: problem.advice,
      ...(problem.deviceCode !== undefined && { deviceCode: redactedWords(problem.deviceCode) }),
    },
    ...(report !== undefined && { report: withoutMarks(report).split('\n').map(redactedWords) }),
    ...lastAttempt(),
  }
}
