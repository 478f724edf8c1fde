import type { Consent } from '@ekyc/contract/shapes'

import type { ProbeSettings } from '../config/config-from.ts'
import { minuteMs } from '../domain/durations.ts'
import { captureAtDevice } from './capture-at-device.ts'
import { createPortalClient, StepFailed } from './portal-client.ts'

/** The steps of a KYC in their order. A probe without a device ends after the consent. */
export const probeSteps = ['page', 'log-in', 'reference', 'consent', 'capture', 'submit'] as const
export type ProbeStep = (typeof probeSteps)[number]

export type PlayedStep = { step: ProbeStep; seconds: number; problem: string | undefined }

export type Probe = {
  /** Plays the steps until one fails. The result contains only the steps that were reached. */
  run(): Promise<PlayedStep[]>
  end(): Promise<void>
}

/** The time for which the probe keeps a session, in ms. Fewer log-ins write fewer rows to the audit trail. */
const sessionHeldMs = 15 * minuteMs

/** Creates the synthetic agent, which plays the steps of a KYC for the test reference. */
export function createProbe({ origin, mobile, password, reference, devicePort }: ProbeSettings): Probe {
  const client = createPortalClient({ origin, mobile })
  let loggedInOn = 0

  return {
    async run() {
      const played: PlayedStep[] = []
      const order = { orderId: '', wadh: '' }
      let consent: Consent | undefined
      let biometricDeviceInfo: Awaited<ReturnType<typeof captureAtDevice>>

      const steps: Record<ProbeStep, () => Promise<void>> = {
        page: async () => void (await client.read('/')),
        'log-in': logIn,
        async reference() {
          Object.assign(order, await checkReference())
        },
        async consent() {
          consent = publishedConsent(await client.read('/branding.json'))
        },
        async capture() {
          const about = { mobile, reference, wadh: order.wadh }
          biometricDeviceInfo = await captureAtDevice(devicePort ?? 0, about)
        },
        async submit() {
          const sent = { username: mobile, sessionId: 'probe', roid: mobile, orderId: order.orderId }
          await client.call('submitOrder', { ...sent, biometricDeviceInfo, ...(consent && { consent }) })
        },
      }

      for (const step of probeSteps.slice(0, devicePort === undefined ? -2 : undefined)) {
        const began = performance.now()
        const problem = await steps[step]().then(() => undefined, problemOf)
        played.push({ step, seconds: (performance.now() - began) / 1_000, problem })
        if (problem !== undefined) break
      }
      return played
    },

    end: () => client.logOut(),
  }

  async function logIn(): Promise<void> {
    if (client.hasSession() && performance.now() - loggedInOn < sessionHeldMs) {
      const shown = client.call('getProfile', { username: mobile })
      const isOver = await shown.then(
        () => false,
        (error: unknown) => {
          // If the portal has ended the session, for example after a change of keys, the probe logs in again, as an
          // agent would.
          if (client.hasSession()) throw error
          return true
        },
      )
      if (!isOver) return
    }
    await client.logOut()
    await client.logIn(password)
    loggedInOn = performance.now()
  }

  /**
   * Checks the reference. For a probe without a device, the bank should refuse the reference. An allowed one would get
   * an order, and later runs would not ask the bank while this order is open.
   */
  async function checkReference(): Promise<{ orderId: string; wadh: string }> {
    try {
      const question = { mobile, username: mobile, dbsRefCode: reference }
      const { orderId, biometricConstants } = await client.call('checkReference', question)
      return { orderId, wadh: biometricConstants.wadh }
    } catch (error) {
      const isAnswered = error instanceof StepFailed && error.code === 'reference_not_allowed'
      if (isAnswered && devicePort === undefined) return { orderId: '', wadh: '' }
      throw error
    }
  }
}

function publishedConsent(branding: string): Consent {
  const { version } = (JSON.parse(branding) as { consent?: { version?: string } }).consent ?? {}
  if (version === undefined) throw new StepFailed('/branding.json has no consent text')
  return { version, language: 'en', givenOn: new Date().toISOString() }
}

function problemOf(error: unknown): string {
  if (error instanceof StepFailed) return error.message
  // The message of another error could contain data that the portal sent.
  return `a fault of the probe (${error instanceof Error ? error.name : 'unknown'})`
}
