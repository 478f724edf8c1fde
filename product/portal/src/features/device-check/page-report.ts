import type { ServiceAddress } from '@ekyc/rd-client'
import { unasked, type Exchange } from '@ekyc/rd-conformance/observation'
import { reportOn, type Report } from '@ekyc/rd-conformance/report'

import { lastAttempt } from '../../scanner/last-attempt.ts'
import type { HeardAnswers } from './heard-answers.ts'

/** A page has no key with which it could sign the report. */
export const unsigned = 'Not signed: made by a page. The command rd-conformance signs its report.'

type Outcome = string | { status: number; contentType: string; bytes: Uint8Array }

/** Judges the answers of a device check. The answer to CAPTURE is judged by the redacted text in lastAttempt(). */
export function pageReport(heard: HeardAnswers, { scheme, host, port }: ServiceAddress): Report {
  const origin = `${scheme}://${host}:${port}`
  const ofService = (method: 'RDSERVICE' | 'DEVICEINFO') => {
    const { outcome, startedAt, endedAt } = heard.of(method, origin) ?? { startedAt: 0, endedAt: 0 }
    return exchangeOf(outcome, endedAt - startedAt)
  }
  const capture = captureAt(origin)
  const preflights = { RDSERVICE: unasked, DEVICEINFO: unasked, CAPTURE: unasked }
  const report = reportOn(
    {
      target: { scheme, host, port },
      pageOrigin: window.location.origin,
      preflights,
      discovery: ofService('RDSERVICE'),
      discoveryByStar: unasked,
      deviceInfo: ofService('DEVICEINFO'),
      badCapture: unasked,
      captures: capture.ended === 'unasked' ? [] : [capture],
      openTo: undefined,
      now: heard.at(),
    },
    Object.fromEntries(
      unseen.map(id => [id, `a page cannot see this; the command does: rd-conformance --url ${origin}`]),
    ),
  )
  if (capture.ended === 'unasked') return report
  const results = report.results.map(result =>
    ['display-text', 'documents'].includes(result.id)
      ? { ...result, found: `${result.found}; of CAPTURE the redacted text was read` }
      : result,
  )
  return { ...report, results }
}

/**
 * The ids of the demands that a page cannot judge. They concern preflights, most headers, other addresses, answer times
 * without the browser's own delay, and calls that the device check does not make.
 */
const unseen =
  'loopback-only discovery-line headers error-codes capture-once answer-time preflight preflight-origin preflight-methods preflight-headers private-network preflight-time'.split(
    ' ',
  )

function captureAt(service: string): Exchange {
  const { failure, answer, ms } =
    lastAttempt().exchanges.findLast(({ method, origin }) => method === 'CAPTURE' && origin === service) ?? {}
  const bytes = new TextEncoder().encode(answer?.text)
  // The byte 0xff, which no UTF-8 text contains, stands for the undecodable byte of the answer.
  const body = answer?.undecodable ? Uint8Array.from([0xff, ...bytes]) : bytes
  return exchangeOf(answer ? { ...answer, bytes: body } : failure, ms)
}

/** The page reads only answers that allow its origin, so each Exchange has the header that allows it. */
function exchangeOf(outcome: Outcome | undefined, ms = 0): Exchange {
  const tookMs = Math.round(ms)
  if (outcome === undefined || outcome === 'cancelled') return unasked
  if (outcome === 'timed-out') return { ...unasked, ended: 'silence', tookMs }
  // The remaining outcomes are 'not-sent', 'cut' and 'too-large'. The client cuts off an answer that is too large.
  if (typeof outcome === 'string')
    return { ...unasked, ended: outcome === 'not-sent' ? 'broken' : 'cut', tookMs }
  const headers = { 'access-control-allow-origin': '*', 'content-type': outcome.contentType }
  return { ...unasked, ended: 'answer', status: outcome.status, headers, body: outcome.bytes, tookMs }
}
