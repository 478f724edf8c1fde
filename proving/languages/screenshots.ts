/**
 * The screen on which a translator finds a text, by the beginning of the text's key. The longest beginning wins. A
 * screen is a path and a state from proving/journeys/screens.ts.
 */
const screens: Record<string, string> = {
  'profile.': '/profile, full',
  'passkey.': '/security, with passkeys',
  'passkey.none': '/security, no passkey yet',
  'passkey.remove': '/security, asked before a passkey is removed',
  'security.': '/security, with passkeys',
  'app.': '/do-kyc, 1 checking',
  'app.error.': 'elsewhere, a screen that does not arrive',
  'authority.': '/kyc-result, failure',
  'call.': '/login, without a line',
  'changePassword.': '/change-password, asked for an OTP',
  'check.': '/device-check, good to the end',
  'check.start': '/device-check, nobody signed in',
  'check.choose': '/device-check, which scanner',
  'check.finger.': '/device-check, own finger',
  'consent.': '/do-kyc, 2 before the scan',
  'copy.': '/kyc-result, copying forbidden',
  'dashboard.': '/dashboard, full',
  'denied.': '/kyc-list, access denied, in a dialog',
  'exception.': '/kyc-exception, a reason is asked for',
  'exception.decision': '/kyc-exception, decided',
  'exception.link': '/do-kyc, 2 before the scan',
  'exception.slip.': '/kyc-exception, slip',
  'fallback.': 'elsewhere, nobody signed in',
  'frame.': '/dashboard, the menu open',
  'frame.sorry.': '/dashboard, without its privilege',
  'help.': '/FAQ, an answer open',
  'kyc.': '/do-kyc, 1 reference',
  'kyc.advice.': '/do-kyc, 2 failed, the dialog read',
  'kyc.clock.': '/do-kyc, 2 a wrong clock',
  'kyc.consent.': '/do-kyc, 2 before the scan',
  'kyc.order.': '/kyc-order, not submitted',
  'kyc.receipt.': '/kyc-order, success',
  'kyc.result.': '/kyc-result, success',
  'kyc.scanner.': '/do-kyc, 2 before the scan',
  'kyc.submit.': '/do-kyc, 3 submitting',
  'kyc.warning.': '/do-kyc, 3 captured, the certificate expired',
  'language.': '/login, as it opens',
  'network.': '/dashboard, the network gone',
  'newPassword.': '/otp, rules half met',
  'newPassword.keep': '/change-password, which passkeys stay',
  'orders.': '/kyc-list, full',
  'orders.chip': '/kyc-list, found among all orders, every filter set',
  'orders.filter.': '/kyc-list, the filter open and wrong',
  'otp.': '/otp, counting down',
  'otp.noSms': '/otp, no SMS after half a minute',
  'outage.': '/dashboard, an outage',
  'password.': '/login-with-password, as it opens',
  'privacy.': '/PrivacyPolicy, as it opens',
  'refusal.': '/kyc-result, refused: scanTooOld',
  'scanner.': '/do-kyc, 2 failed, in a dialog',
  'scanner.advice.': '/do-kyc, 2 no service',
  'scanner.allow.': '/do-kyc, 2 kept away by the browser',
  'scanner.details.': '/do-kyc, 2 no service',
  'scanner.coach.': '/do-kyc, 2 before the browser asks',
  'scanner.it.': '/do-kyc, 2 kept away by the browser',
  'scanner.quality.': '/do-kyc, 3 captured, but another scan would do better',
  'server.': '/do-kyc, 1 refused, in a dialog',
  'session.': '/dashboard, the session about to end',
  'shared.': '/login, waiting',
  'signIn.': '/login, as it opens',
  'statistics.': '/dashboard, twelve months, one chosen',
  'support.': '/login, as it opens',
  'withoutScript.': '/login, as it opens',
}

export const photographed = [...new Set(Object.values(screens))]

export function screenOf(key: string): string | undefined {
  const [longest] = Object.keys(screens)
    .filter(beginning => key.startsWith(beginning))
    .toSorted((one, other) => other.length - one.length)
  return longest === undefined ? undefined : screens[longest]
}

export function screenshotOf(screen: string): string {
  return `${screen.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '')}.png`
}
