/** The settings that this version no longer reads, and what stands in their place. */
const formerSettings: Record<string, string> = {
  IRIS: 'a customer whose finger fails goes the way of the exceptions, since no iris is captured.',
  OFFLINE_SHELL: 'the portal has no offline page, and its former service worker removes itself.',
  SUPPORT_CASE_URL: "'Copy details' on the agent's screen takes the place of a support case.",
  PROBE_REFERENCE: 'the alert "no successful KYC in office hours" takes the place of the synthetic agent.',
  PROBE_MOBILE: 'there is no synthetic agent.',
  PROBE_PASSWORD: 'there is no synthetic agent; delete its password.',
  PROBE_DEVICE_PORT: 'there is no synthetic agent.',
}

/** The numbers of earlier versions' POLICY that are constants of this version, beside the rules that read them. */
const formerNumbers = new Set(
  `phoneVerifiedMinutes failuresBeforeWait firstWaitSeconds longestWaitSeconds lockKeptDays
   addressWindowMinutes addressTrustDays publicCallsPerPhone publicCallsPerAddress widerNetworkFold
   cipherMidnightMinutes argon2MemoryKib argon2Passes argon2Lanes formerPasswordHashesTaken
   otpLiveCodesPerPhone otpSendsFromEverywherePerHour otpSendsFromEverywherePerDay otpSendsToNewAgentPerHour
   otpPhonesPerAddressPerHour wrongOtpsPerHour deviceTrustDays phonesPerDevice sessionsPerAgent
   proofSkewSeconds passkeysPerAgent passkeyChallengeMinutes passkeyChallengesPerRequester noticeSmsHours
   supportCasesPerHour exceptionsPerHour exceptionNeedsDays captureSkewMinutes formerConsentHours
   usedCaptureDays addressMarkKeptHours loginFailuresKeptHours expiredOtpKeptHours otpSendKeptHours
   quotaKeptHours outageFailures outageShownMinutes slowAuthoritySeconds slowBankSeconds
   serviceMinuteKeptHours deliveredMessageDays deadMessageDays bodyMaxKib submitBodyMaxKib bodyMaxLevels
   bodyMaxKeys`.split(/\s+/),
)

export const formerNames = Object.keys(formerSettings)

/**
 * Returns one sentence for each former setting that the environment still has. None of them stops a start.
 * @param known the settings that the server reads
 */
export function formerSettingsIn(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  const set = new Set(
    Object.entries(env).flatMap(([name, value]) => (value ? [name.replace(/_FILE$/, '')] : [])),
  )
  return Object.entries(formerSettings).flatMap(([name, instead]) =>
    !known.has(name) && set.has(name) ? [`${name} is no setting any more: ${instead}`] : [],
  )
}

export function isFormerNumber(name: string): boolean {
  return formerNumbers.has(name)
}
