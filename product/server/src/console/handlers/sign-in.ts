import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import { provenPage, signInPage, type SignInProblem } from '@ekyc/contract/console/sign-in-pages'

import type { ProviderSignIn, StaffSessions } from '../../acts/staff/sign-in.ts'
import type { StaffProofs } from '../../acts/staff/staff-proofs.ts'
import { NotProven, type IdentityProvider } from '../../domain/ports.ts'
import { proofMs } from '../../domain/staff/staff-sessions.ts'
import { ConsoleRefused } from '../answers.ts'
import { OwnAnswer, type ConsoleHandlers } from '../handlers.ts'
import { flowCookie, flowText, newFlow, providerFlow, returnedFlow } from '../provider-flow.ts'

type Calls = 'startSignIn' | 'finishSignIn' | 'endByProvider' | 'startProof' | 'prove'

const flowSeconds = 600
const proofCookie = 'console-proof'
const proofSeconds = proofMs / 1_000

/** Returns the handlers of sign-ins and fresh proofs by the bank's identity provider. */
export function signInHandlers(options: {
  provider: IdentityProvider
  providerSignIn: ProviderSignIn
  proofs: StaffProofs
  sessions: StaffSessions
  onNotProven: (reason: NotProven) => void
}): Pick<ConsoleHandlers, Calls> {
  const { provider, providerSignIn, proofs, sessions, onNotProven } = options

  return {
    async startSignIn({ to, proof: mark }, caller) {
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
      if (!flow) return problem('failed')
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
      const isIn = staffId !== undefined && (await caller.signIn(staffId, person.session))
      return isIn ? redirect(flow.to) : problem('no-role')
    },

    async endByProvider({ logout_token: token }, { origin }) {
      const ended = await provider.loggedOut(token).catch(notProven)
      if (!ended) throw new ConsoleRefused('bad_input', { fields: ['logout_token'] })
      const { issuer, subject, session, until } = ended
      if (subject !== undefined) await providerSignIn.endSessions({ issuer, subject, until }, origin)
      else if (session !== undefined) await sessions.endAllOf({ providerSession: session, until })
      return {}
    },

    async startProof(of, { staff, cookies }) {
      const { proof, mark } = await proofs.start(staff, of)
      cookies.set(proofCookie, proof, proofSeconds)
      return { proof, address: `${consoleBase}${consoleCalls.startSignIn.path}?proof=${mark}` }
    },

    prove: async ({ proof }, { staff }) => ({ isProven: await proofs.isProven(staff, proof) }),
  }

  /** The page that the person sees shows no reason of a failed proof. */
  function notProven(error: unknown): undefined {
    if (!(error instanceof NotProven)) throw error
    onNotProven(error)
  }
}

function redirect(location: string): OwnAnswer {
  return new OwnAnswer(303, { location })
}

function problem(of: SignInProblem): OwnAnswer {
  return redirect(`${signInPage}?problem=${of}`)
}
