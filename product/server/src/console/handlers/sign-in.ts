import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import { provenPage, signInPage, type SignInProblem } from '@ekyc/contract/console/sign-in-pages'

import type { ProviderSignIn } from '../../administration/provider-sign-in.ts'
import type { StaffPasskeys } from '../../administration/staff-passkeys.ts'
import type { StaffProofs } from '../../administration/staff-proofs.ts'
import { issueLink } from '../../administration/staff.ts'
import type { StaffSessions } from '../../administration/staff-sessions.ts'
import { NotProven, type IdentityProvider } from '../../domain/ports.ts'
import { staffChallengeMs } from '../../domain/staff-passkeys.ts'
import { hashTextOfStaffToken, newStaffToken } from '../../domain/staff-sessions.ts'
import { ConsoleRefused } from '../answers.ts'
import { OwnAnswer, type ConsoleHandlers, type Stranger } from '../handlers.ts'
import { flowCookie, flowText, newFlow, providerFlow, returnedFlow } from '../provider-flow.ts'

type Calls =
  | 'getSignIn'
  | 'startSignIn'
  | 'finishSignIn'
  | 'endByProvider'
  | 'startPasskeySignIn'
  | 'finishPasskeySignIn'
  | 'startEnrolment'
  | 'finishEnrolment'
  | 'startPasskey'
  | 'addPasskey'
  | 'startProof'
  | 'prove'
  | 'issueLink'

const flowSeconds = 600
const proofCookie = 'console-proof'
const proofSeconds = staffChallengeMs / 1_000
const addingPasskey = { act: 'passkey.add', input: {} }

/** Returns the handlers of sign-ins and fresh proofs, by the bank's identity provider or, without one, by passkeys. */
export function signInHandlers(options: {
  provider: IdentityProvider | undefined
  providerSignIn: ProviderSignIn
  passkeys: StaffPasskeys
  proofs: StaffProofs
  sessions: StaffSessions
  onNotProven: (reason: NotProven) => void
}): Pick<ConsoleHandlers, Calls> {
  const { provider, providerSignIn, passkeys, proofs, sessions, onNotProven } = options

  return {
    getSignIn: async () => ({ way: provider ? 'provider' : 'passkey' }),

    async startSignIn({ to, proof: mark }, caller) {
      if (!provider) throw new ConsoleRefused('not_found')
      // Only the browser that asked for a proof may give the proof at the provider. Otherwise, the thief of a session
      // could send the person a link, and the person's proof would confirm the thief's act.
      const isOwn = mark === undefined || proofs.markOf(caller.cookies.get(proofCookie) ?? '') === mark
      if (mark !== undefined && !(isOwn && (await proofs.waiting(mark)))) return problem('proof-over')
      const flow = newFlow({ mark, to })
      caller.cookies.set(flowCookie, flowText(flow), flowSeconds)
      const address = await provider.addressFor(providerFlow(flow), mark !== undefined).catch(notProven)
      return address ? redirect(address.href) : problem('provider-away')
    },

    async finishSignIn(returned, caller) {
      const flow = returnedFlow(caller.cookies.get(flowCookie), returned.state)
      if (!provider || !flow) return problem('failed')
      caller.cookies.set(flowCookie, '', 0)
      const waiting = flow.mark === '' ? undefined : await proofs.waiting(flow.mark)
      if (flow.mark !== '' && !waiting) return problem('proof-over')
      const told = Object.fromEntries(Object.entries(returned).filter(([, value]) => value !== undefined))
      const person = await provider.personFrom(told, providerFlow(flow), waiting?.madeOn).catch(notProven)
      if (!person) return problem('failed')
      if (waiting) {
        const isSame = (await providerSignIn.known(person)) === waiting.staffId
        const isProven = isSame && (await proofs.byProvider(waiting.staffId, flow.mark))
        return isProven ? redirect(provenPage) : problem('failed')
      }
      const staffId = await providerSignIn.personOf(person, caller.origin)
      const how = { means: 'provider', providerSession: person.session } as const
      const isIn = staffId !== undefined && (await caller.signIn(staffId, how))
      return isIn ? redirect(flow.to) : problem('no-role')
    },

    async endByProvider({ logout_token: token }, { origin }) {
      const ended = await provider?.loggedOut(token).catch(notProven)
      if (!ended) throw new ConsoleRefused('bad_input', { fields: ['logout_token'] })
      const { issuer, subject, session, until } = ended
      if (subject !== undefined) await providerSignIn.endSessions({ issuer, subject, until }, origin)
      else if (session !== undefined) await sessions.endAllOf({ providerSession: session, until })
      return {}
    },

    async startPasskeySignIn() {
      requirePasskeys()
      return { options: await passkeys.startSignIn() }
    },

    async finishPasskeySignIn({ credential }, caller) {
      requirePasskeys()
      await enter(caller, await passkeys.signIn(credential, caller.origin), 'passkey')
      return {}
    },

    async startEnrolment({ token }) {
      requirePasskeys()
      const started = await passkeys.startEnrolment(token)
      if (!started) throw new ConsoleRefused('sign_in_failed')
      return started
    },

    async finishEnrolment({ token, credential }, caller) {
      requirePasskeys()
      await enter(caller, await passkeys.enrol(token, credential, caller.origin), 'link')
      return {}
    },

    async startPasskey({ proof }, { staff }) {
      requirePasskeys()
      if (!(await proofs.use(proof, { staffId: staff.id, ...addingPasskey })))
        throw new ConsoleRefused('proof_needed')
      return { options: await passkeys.startAdding(staff) }
    },

    async addPasskey({ credential }, { staff, origin }) {
      requirePasskeys()
      await passkeys.add(staff, credential, origin)
      return {}
    },

    async startProof(of, { staff, cookies }) {
      const started = await proofs.start(staff, of)
      const { proof, mark } = started
      if (!provider) return { proof, options: started.options }
      cookies.set(proofCookie, proof, proofSeconds)
      return { proof, address: `${consoleBase}${consoleCalls.startSignIn.path}?proof=${mark}` }
    },

    async prove({ proof, credential }, { staff }) {
      const isProven = credential
        ? !provider && (await proofs.byPasskey(staff, proof, credential))
        : await proofs.isProven(staff, proof)
      return { isProven }
    },

    async issueLink({ staff }, { perform }) {
      const token = newStaffToken()
      const goodUntil = await perform(issueLink, { staff, linkHash: hashTextOfStaffToken(token) })
      return { token, goodUntil: goodUntil.toISOString() }
    },
  }

  function requirePasskeys(): void {
    if (provider) throw new ConsoleRefused('not_found')
  }

  /** The page that the person sees shows no reason of a failed proof. */
  function notProven(error: unknown): undefined {
    if (!(error instanceof NotProven)) throw error
    onNotProven(error)
  }
}

async function enter(
  caller: Stranger,
  staffId: string | undefined,
  means: 'passkey' | 'link',
): Promise<void> {
  const isIn = staffId !== undefined && (await caller.signIn(staffId, { means }))
  if (!isIn) throw new ConsoleRefused('sign_in_failed')
}

function redirect(location: string): OwnAnswer {
  return new OwnAnswer(303, { location })
}

function problem(of: SignInProblem): OwnAnswer {
  return redirect(`${signInPage}?problem=${of}`)
}
