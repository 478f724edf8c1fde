import { captureQuality } from '@ekyc/contract/limits'
import type { PidData } from '@ekyc/rd-client'

export type Quality =
  | { kind: 'unknown' }
  /** 'fair' recommends another scan; 'poor' refuses this scan. */
  | { kind: 'good' | 'fair' | 'poor'; score: number }

export type QualityBounds = { advise: number; refuse: number }

/** Rates a capture by the lowest of its scores, because the authority compares every finger. */
export function qualityOf(
  { qScore, deviceInfo }: Pick<PidData, 'qScore'> & { deviceInfo: { dpId: string } },
  { advise, refuse }: QualityBounds = captureQuality,
): Quality {
  const scores = /startek|acpl/i.test(deviceInfo.dpId) ? qScore.filter(score => score > startekScale) : qScore
  if (scores.length === 0) return { kind: 'unknown' }
  const score = Math.min(...scores)
  return { kind: score < refuse ? 'poor' : score < advise ? 'fair' : 'good', score }
}

/** Some Startek (ACPL) drivers score from 1 to 3 instead of 0 to 100, and their answer does not name the scale. */
const startekScale = 3
