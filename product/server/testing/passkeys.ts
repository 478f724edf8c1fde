import type { Authenticator, Mischief } from './outside/soft-authenticator.ts'
import type { TestAnswer, TestServer } from './test-server.ts'

export const portalOrigin = 'https://ekyc.bank.example'
export const site = { origin: portalOrigin, rpId: 'ekyc.bank.example' }

type SignedIn = { mobile: string; token: string }
type From = { address?: string; headers?: Record<string, string> }

/** Asks for an OTP for a new passkey. @returns the handle with the OTP, as the agent types it */
export async function passkeyOtp(server: TestServer, { mobile, token }: SignedIn, from: From = {}) {
  const { otpDetails } = await server.call('sendPasskeyOtp', { username: mobile }, { token, ...from })
  return { ...otpDetails, otp: await server.lastOtp(mobile) }
}

export async function startPasskey(server: TestServer, agent: SignedIn, from?: From): Promise<TestAnswer> {
  const otpDetails = await passkeyOtp(server, agent, from)
  return server.call('startPasskey', { username: agent.mobile, otpDetails }, { token: agent.token })
}

/** Adds a passkey after an OTP, as the portal does. */
export async function addPasskey(
  server: TestServer,
  agent: SignedIn,
  authenticator: Authenticator,
  { mischief, ...from }: From & { mischief?: Mischief } = {},
): Promise<TestAnswer> {
  const { options } = await startPasskey(server, agent, from)
  const credential = await authenticator.make(options, mischief)
  const device = { os: 'WINDOWS', browser: 'Chrome' }
  return server.call('addPasskey', { username: agent.mobile, credential, device }, { token: agent.token })
}

export async function startPasskeyLogIn(
  server: TestServer,
  mobile: string,
  from?: From,
): Promise<TestAnswer> {
  await server.call('checkUser', { username: mobile })
  return server.call('startPasskeyLogin', { username: mobile }, from)
}

export async function logInByPasskey(
  server: TestServer,
  mobile: string,
  authenticator: Authenticator,
  { mischief, ...from }: From & { mischief?: Mischief } = {},
): Promise<TestAnswer> {
  const { options } = await startPasskeyLogIn(server, mobile)
  const credential = await authenticator.sign(options, mischief)
  return server.call('loginByPasskey', { username: mobile, credential }, from)
}
