import { authoritySituations } from './authority-errors.ts'
import type { CallName } from './calls.ts'
import {
  captureMaxAgeMs,
  ordersFoundAtOnce,
  ordersPerPage,
  otpLength,
  resendWaitSeconds,
  usualNumbers,
} from './limits.ts'
import {
  callErrors,
  countedRefusals,
  denials,
  failuresWithoutVerdict,
  fieldErrors,
  overloads,
  refusals,
  throttles,
  type DenialCode,
  type OverloadCode,
  type RefusalCode,
  type ResponseCode,
  type ThrottleCode,
} from './refusals.ts'

type CallDescription = {
  tag: Tag
  summary: string
  description: string
  /** The business refusals of this call, which are answered with HTTP 200 and `success` false. */
  refusals?: readonly RefusalCode[]
  /** The denials in addition to those that follow from the call's access rule. */
  denials?: readonly DenialCode[]
  throttles?: readonly ThrottleCode[]
  /** The overload codes in addition to those that every call can give. */
  overloads?: readonly OverloadCode[]
}

export const callTags = {
  'Log-in': 'From a mobile number to a session.',
  Agent: 'Who is signed in, and what the agent may do.',
  KYC: 'Open an order for a customer reference, and submit a fingerprint for it.',
  Orders: 'What became of the orders.',
  Surroundings: 'What the portal needs to know of its own connection.',
} as const
type Tag = keyof typeof callTags

/**
 * The purpose and the refusals of each call, with the usual numbers of the server's rules. Lint keeps these texts out of
 * the browsers.
 */
export const callDescriptions: Record<CallName, CallDescription> = {
  checkUser: {
    tag: 'Log-in',
    summary: 'Ask what a mobile number logs in with',
    description:
      `Marks the number as verified for ${usualNumbers.phoneVerifiedMinutes} minutes: a log-in without that is refused. An agent without a password ` +
      'gets an SMS and `otpRequired`; a number that nobody has is answered as one that has a password.',
    refusals: ['system_not_supported'],
    throttles: ['too_many_attempts', 'too_many_otps'],
  },
  resetPassword: {
    tag: 'Log-in',
    summary: 'Send a one-time password',
    description:
      'For a forgotten password without a bearer; for a change of the password with one, whose owner must hold ' +
      `SET_NEW_PASSWORD. Within ${resendWaitSeconds} seconds of its last ` +
      'SMS a device or address gets its live handle again and nothing is sent. Beyond the limits of all unknown devices ' +
      'and addresses together the answer is a handle that nothing opens.',
    denials: ['privilege_missing'],
    throttles: ['too_many_otps'],
  },
  setPassword: {
    tag: 'Log-in',
    summary: 'Set a new password by one-time password',
    description:
      `Needs the handle as it was received, with the ${otpLength} digits added as \`otp\`; only these two are read. A bearer is not needed; one that is ` +
      "sent must be the owner's. Ends every session of the agent.",
    refusals: ['password_unreadable', 'wrong_otp', 'otp_spent', 'otp_expired'],
    throttles: ['too_many_wrong_otps'],
  },
  login: {
    tag: 'Log-in',
    summary: 'Log in by password',
    description:
      'Gives the token that the signed-in calls take as `Authorization: Bearer`. With a DPoP proof, the session is ' +
      'bound to the key of the proof, and each of its calls needs a proof of that key. Gives a cookie too, by which the ' +
      "server knows this device the next time: the device's limits are then its own. A client may leave the cookie out. " +
      'Where the bank asks for a second factor (`second_factor_needed`), the answer has `otpDetails`, and the same request ' +
      'with these and `otp` opens the session. Another right password sends another one.',
    refusals: [
      'user_not_verified',
      'password_unreadable',
      'wrong_password',
      'account_needs_otp',
      'account_locked',
      'token_not_fetched',
      'system_not_supported',
      'second_factor_needed',
      'second_factor_offered',
      'wrong_otp',
      'otp_spent',
      'otp_expired',
    ],
    throttles: ['too_many_attempts', 'too_many_wrong_passwords', 'too_many_otps', 'too_many_wrong_otps'],
  },
  getSecurity: {
    tag: 'Agent',
    summary: "List the caller's passkeys and sessions",
    description:
      'What is last seen is written once a minute at most. Names of browsers and systems are what the devices said.',
  },
  endSession: {
    tag: 'Agent',
    summary: "End one of the caller's sessions",
    description: "Ends it on every server at once. An id that is not a session of the caller's ends none.",
  },
  endOtherSessions: {
    tag: 'Agent',
    summary: "End the caller's other sessions",
    description: 'Ends all but the session of this call, on every server at once.',
  },
  sendPasskeyOtp: {
    tag: 'Log-in',
    summary: 'Send the one-time password for a new passkey',
    description:
      "Goes to the caller's phone, and is good for a new passkey alone. The limits are those of user/password/reset.",
    throttles: ['too_many_otps'],
  },
  startPasskeyProof: {
    tag: 'Log-in',
    summary: 'Begin to show a passkey of the account',
    description:
      'Gives the options of `navigator.credentials.get`, whose answer user/passkey/start takes in the place of a one-time password.',
    refusals: ['passkeys_not_offered'],
  },
  removePasskey: {
    tag: 'Agent',
    summary: "Remove one of the caller's passkeys",
    description: "An id that is not a passkey of the caller's removes none. Sessions go on.",
  },
  startPasskey: {
    tag: 'Log-in',
    summary: 'Begin to add a passkey',
    description:
      'Needs either `otpDetails`, of user/passkey/otp with the digits added as `otp`, or `credential`, the answer of a ' +
      'passkey of the account to user/passkey/proof; neither or both are 400. Gives the options of ' +
      '`navigator.credentials.create` (PublicKeyCredentialCreationOptionsJSON of WebAuthn), which are good once.',
    refusals: ['wrong_otp', 'otp_spent', 'otp_expired', 'passkey_not_accepted', 'passkeys_not_offered'],
    throttles: ['too_many_wrong_otps'],
  },
  addPasskey: {
    tag: 'Log-in',
    summary: 'Add a passkey',
    description:
      `Takes the browser's answer (RegistrationResponseJSON). An agent has ${usualNumbers.passkeysPerAgent} passkeys at most; one more removes ` +
      'the oldest. A reset of the password by OTP removes all.',
    refusals: ['passkey_not_added', 'passkeys_not_offered'],
  },
  startPasskeyLogin: {
    tag: 'Log-in',
    summary: 'Begin a log-in by passkey',
    description:
      'Gives the options of `navigator.credentials.get` (PublicKeyCredentialRequestOptionsJSON), which are good once. ' +
      'Every verified number gets the same answer, whether it has a passkey or not.',
    refusals: ['user_not_verified', 'passkeys_not_offered'],
  },
  loginByPasskey: {
    tag: 'Log-in',
    summary: 'Log in by passkey',
    description:
      "Takes the browser's answer (AuthenticationResponseJSON) and gives the same as a log-in by password.",
    refusals: [
      'passkey_not_accepted',
      'passkeys_not_offered',
      'account_needs_otp',
      'token_not_fetched',
      'wrong_password',
      'system_not_supported',
    ],
    throttles: ['too_many_attempts'],
  },
  getProfile: {
    tag: 'Agent',
    summary: "Read the caller's own profile",
    description: 'Name, contact and roles. A role is the `roleId` of `access/role/id`.',
  },
  getRole: {
    tag: 'Agent',
    summary: "List the privileges of one of the caller's roles",
    description: "The role's privileges less those that are withheld from the agent.",
  },
  logout: {
    tag: 'Agent',
    summary: "End the caller's session",
    description: 'The token of this call is good for nothing from here on.',
  },
  checkReference: {
    tag: 'KYC',
    summary: 'Check a customer reference and open an order',
    description:
      'Asks the bank whether the reference exists and may have KYC. Opens an order of ' +
      `${usualNumbers.orderLifeHours} hours, or gives the agent's ` +
      'open one. The capture must carry the `wadh` of the answer. In the sandbox DBS10001 to DBS19999 succeed.',
    refusals: [
      'operator_dormant',
      'operator_stopped',
      'reference_unknown',
      'reference_not_allowed',
      'reference_done',
      'reference_failed_often',
      'too_many_unknown_references',
    ],
    throttles: ['too_many_reference_checks', 'operator_limit'],
    overloads: ['bank_away'],
  },
  submitOrder: {
    tag: 'KYC',
    summary: 'Submit a captured fingerprint for an open order',
    description:
      'Runs once an order: the same call again gives the first result. A refusal before the authority was asked leaves ' +
      'the order open; an order that failed is named by `transactionId`, and where the authority gave a code, by ' +
      '`authority`.\n\nTo try it in the sandbox: check a reference, put its `orderId` here, then open ' +
      '`http://127.0.0.1:8090/device/capture?refcode=DBS10001&roid=9000000001` (the sandbox, where SANDBOX_PORT has not ' +
      'moved it). It lays the finger on the scanner and shows the `biometricDeviceInfo` to put here within ' +
      `${captureMaxAgeMs / 60_000} minutes. ` +
      'The fingerprint below shows the shape and is sealed for nobody: it is refused.',
    refusals: [
      'operator_dormant',
      'operator_stopped',
      'order_expired',
      'consent_missing',
      'consent_not_published',
      'capture_malformed',
      'capture_key_unknown',
      'device_certificate_expired',
      'device_not_allowed',
      'capture_stale',
      'capture_from_future',
      'capture_clock_slow',
      'capture_before_order',
      'capture_used',
      'reference_done',
      'reference_failed_often',
      'reference_in_work',
    ],
    throttles: ['operator_limit'],
    overloads: ['submit_pending'],
  },
  recordException: {
    tag: 'KYC',
    summary: "Record that the customer's finger cannot be read",
    description:
      'Puts the case before a person of the bank, who decides by `dueBy`, and sends the bank the event `kyc.exception`. Good ' +
      "for the caller's own order without success, once or with another `reason`; a repeat answers the same. `needs` of a person " +
      "with a disability are sent by the customer's own wish only. After the last try of the day the server opens the case " +
      "itself, and the submit's refusal carries `exception`.",
    refusals: ['reference_done', 'exception_decided'],
    throttles: ['too_many_exceptions'],
  },
  listOrders: {
    tag: 'Orders',
    summary: "List the caller's finished orders, newest first",
    description:
      `${ordersPerPage} a page. ` +
      '`from` and `to` are India days (inclusive) or ISO date-times; absent, null and an empty text mean ' +
      'no bound. With a `status` pages and totals hold orders of that status only.',
  },
  findOrders: {
    tag: 'Orders',
    summary: "Find the caller's finished orders, newest first",
    description:
      'Looks through all orders of the caller for a whole reference, order id or transaction id; an empty `query` ' +
      `finds every order. The answer has up to ${ordersFoundAtOnce} orders; send its \`after\` with the same query for those ` +
      'that are left.',
  },
  getOrder: {
    tag: 'Orders',
    summary: "Read one of the caller's orders",
    description:
      'Verdict, consent and device. An order that was not submitted has the status INIT. Orders from before this call ' +
      'have no device.',
  },
  getStatistics: {
    tag: 'Orders',
    summary: 'Count orders and log-ins by India month',
    description: 'Oldest month first; months without activity are absent.',
  },
  getOutages: {
    tag: 'Surroundings',
    summary: 'Tell which services fail for everybody',
    description:
      "Names the identity authority or the bank after at least two agents' exchanges with it failed or were slow and " +
      `most others too: ${usualNumbers.outageFailures} in all, the last within ${usualNumbers.outageShownMinutes} minutes. ` +
      'From what all servers of this database saw, at most seconds ago; it tells nothing of other agents.',
  },
  getAddress: {
    tag: 'Surroundings',
    summary: "Tell the caller's own IP address",
    description: 'From the connection, or from a proxy that the server trusts.',
  },
}

type Texts = Partial<Record<ResponseCode, string>>

/** An example of the displayMsg of every code, with the default numbers of the policy. */
export const refusalCodeTexts: Texts = {
  ...refusals,
  reference_failed_often: countedRefusals.reference_failed_often(usualNumbers.failuresPerReference),
  order_expired: countedRefusals.order_expired(usualNumbers.orderLifeHours),
  ...failuresWithoutVerdict,
  ...Object.fromEntries(Object.values(authoritySituations).map(({ code, text }) => [code, text])),
  ...denials,
  ...examplesOf(throttles, 30),
  ...overloads,
  ...examplesOf(fieldErrors, 'username'),
  ...callErrors,
}

export const refusalCodeTable = [
  '| code | displayMsg |',
  '| --- | --- |',
  ...Object.entries(refusalCodeTexts).map(([code, text]) => `| \`${code}\` | ${text} |`),
].join('\n')

function examplesOf<A>(table: Record<string, (about: A) => string>, about: A): Texts {
  return Object.fromEntries(Object.entries(table).map(([code, text]) => [code, text(about)]))
}
