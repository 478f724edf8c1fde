import { createHash, randomInt } from 'node:crypto'

import { hourMs } from '../domain/durations.ts'

type Alert = {
  labels: Record<string, string>
  annotations: Record<string, string>
  startsAt: string
  receivers: { name: string }[]
  status: { state: string }
}

export type TestAlert = { word: string; startsAt: string; receivers: string[]; state: string }

const name = 'EkycGoLiveTest'
const deadlineMs = 5_000

/** Sends Alertmanager a test alert with a random word, which the person on duty receives and reads back. */
export async function fireTestAlert(alertmanager: string, now: Date): Promise<void> {
  const word = `${randomInt(1_000, 10_000)}-${randomInt(1_000, 10_000)}`
  // This label distinguishes the alert from the alert of an earlier test.
  const mark = createHash('sha256').update(word).digest('hex').slice(0, 8)
  const alert = {
    labels: { alertname: name, severity: 'page', mark },
    annotations: {
      word,
      summary: `a test before going live: read the word ${word} to whoever runs admin go-live`,
    },
    startsAt: now.toISOString(),
    endsAt: new Date(now.getTime() + hourMs).toISOString(),
  }
  const { ok, status } = await fetch(alertsOf(alertmanager), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([alert]),
    signal: AbortSignal.timeout(deadlineMs),
    redirect: 'error',
  })
  if (!ok) throw new Error(`HTTP ${status}`)
}

/** Returns the test alerts in Alertmanager that have not ended. */
export async function testAlerts(alertmanager: string): Promise<TestAlert[]> {
  const url = `${alertsOf(alertmanager)}?filter=${encodeURIComponent(`alertname="${name}"`)}`
  const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), redirect: 'error' })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return ((await answer.json()) as Alert[]).map(({ annotations, startsAt, receivers, status }) => ({
    word: annotations['word'] ?? '',
    startsAt,
    receivers: receivers.map(receiver => receiver.name),
    state: status.state,
  }))
}

function alertsOf(alertmanager: string): string {
  return `${alertmanager.replace(/\/+$/, '')}/api/v2/alerts`
}
