import { hash } from 'node:crypto'

import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import { provenPage, signInPage, type SignInProblem } from '@ekyc/contract/console/sign-in-pages'

import { staffSessionMs } from '../../acts/staff/staff-sessions.ts'
import { NotProven, type ProviderSignIn } from '../../domain/ports.ts'
import { newSecret } from '../../domain/secrets.ts'
import { proofLifeMs } from '../../domain/staff/act-proofs.ts'
import { ConsoleRefused } from '../refusals.ts'
import { RawAnswer, sessionCookie, type ConsoleContext, type ConsoleHandlers } from '../handler-types.ts'

/** The cookie of the browser that began a flow. */
export const signInFlowCookie = 'console-sign-in'
const flowSeconds = 600
const proofCookie = 'console-proof'

export function signInHandlers({ provider, proofs, sessions, onNotProven }: ConsoleContext) {
  return {
    async startSignIn({ to, proof: mark }, caller) {
      // Only the browser that asked for a proof may give the proof at the provider. Otherwise, the thief of a session
      // could send the person a link, and the person's proof would confirm the thief's act.
      const isOwn = mark === undefined || proofs.markOf(caller.cookies.get(proofCookie) ?? '') === mark
      if (mark !== undefined && !(isOwn && (await proofs.findWaiting(mark)))) return problem('proof-over')
      const flow = newFlow(mark, to)
      caller.cookies.set(signInFlowCookie, flowText(flow), flowSeconds)
      const address = await provider.addressFor(providerFlow(flow), mark !== undefined).catch(notProven)
      return address ? redirect(address.href) : problem('provider-away')
    },

    async finishSignIn(returned, caller) {
      const flow = signInFlowOfReturn(caller.cookies.get(signInFlowCookie), returned.state)
      if (!flow) return problem('failed')
      caller.cookies.set(signInFlowCookie, '', 0)
      const waiting = flow.mark === '' ? undefined : await proofs.findWaiting(flow.mark)
      if (flow.mark !== '' && !waiting) return problem('proof-over')
      const person = await provider.personFrom(returned, providerFlow(flow), waiting?.madeOn).catch(notProven)
      if (!person) return problem('failed')
      if (waiting) {
        const isSame = (await sessions.findStaffId(person)) === waiting.staffId
        const isProven = isSame && (await proofs.confirm(flow.mark, waiting))
        return isProven ? redirect(provenPage) : problem('failed')
      }
      const token = await sessions.signIn(person, caller.origin)
      if (token === undefined) return problem('no-role')
      caller.cookies.set(sessionCookie, token, staffSessionMs / 1_000)
      return redirect(flow.to)
    },

    async endByProvider({ logout_token: token }, { origin }) {
      const ended = await provider.loggedOut(token).catch(notProven)
      if (!ended) throw new ConsoleRefused('bad_input', { fields: ['logout_token'] })
      await sessions.endByProvider(ended, origin)
      return {}
    },

    async startProof(of, { staff, cookies }) {
      const { proof, mark } = await proofs.start(staff, of)
      cookies.set(proofCookie, proof, proofLifeMs / 1_000)
      return { proof, address: `${consoleBase}${consoleCalls.startSignIn.path}?proof=${mark}` }
    },

    prove: async ({ proof }, { staff }) => ({ isProven: await proofs.isProven(staff, proof) }),
  } satisfies Partial<ConsoleHandlers>

  /** The page that the person sees shows no reason of a failed proof. */
  function notProven(error: unknown): undefined {
    if (!(error instanceof NotProven)) throw error
    onNotProven(error)
  }
}

function redirect(location: string): RawAnswer {
  return new RawAnswer(303, { location })
}

function problem(of: SignInProblem): RawAnswer {
  return redirect(`${signInPage}?problem=${of}`)
}

/** The browser keeps these facts of a running sign-in or proof in a cookie. */
type KeptFlow = {
  /** Only the browser that began the flow knows it, and can finish the flow. */
  secret: string
  /** The mark of the requested proof, or '' for a sign-in. */
  mark: string
  to: string
}

function newFlow(mark = '', to = '/'): KeptFlow {
  return { secret: newSecret(), mark, to: isPage(to) ? to : '/' }
}

/** Derived from the secret, so that no server has to store them. */
function providerFlow({ secret }: KeptFlow): ProviderSignIn {
  const part = (name: string) => hash('sha256', `${name} ${secret}`, 'base64url')
  return { state: part('state'), nonce: part('nonce'), codeVerifier: part('code verifier') }
}

function flowText({ secret, mark, to }: KeptFlow): string {
  return [secret, mark, Buffer.from(to).toString('base64url')].join('.')
}

/** Returns the flow of this browser's cookie, if the provider's return belongs to it. Any page can send a return. */
export function signInFlowOfReturn(text: string | undefined, state: unknown): KeptFlow | undefined {
  const [, secret, mark = '', to = ''] = /^([\w-]{43})\.([\w-]{43}|)\.([\w-]*)$/.exec(text ?? '') ?? []
  if (secret === undefined) return undefined
  const page = Buffer.from(to, 'base64url').toString()
  const flow = { secret, mark, to: isPage(page) ? page : '/' }
  return providerFlow(flow).state === state ? flow : undefined
}

/** Refuses a path that a browser would take for another host. */
function isPage(to: string): boolean {
  return /^\/(?![/\\])[\x21-\x7E]*$/.test(to)
}
