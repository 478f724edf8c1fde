import { captureQuality } from '@ekyc/contract/limits'
import type { PidData } from '@ekyc/rd-client'

export type Quality =
  | { kind: 'unknown' }
  /** With 'fair', the portal recommends another scan; with 'poor', the portal refuses this scan. */
  | { kind: 'good' | 'fair' | 'poor'; score: number }

export type QualityBounds = { advise: number; refuse: number }

/** Rates a capture by its lowest score, because the authority compares every finger. */
export function qualityOf(
  { qScore, deviceInfo }: Pick<PidData, 'qScore'> & { deviceInfo: { dpId: string } },
  { advise, refuse }: QualityBounds = captureQuality,
): Quality {
  const scores = /startek|acpl/i.test(deviceInfo.dpId) ? qScore.filter(score => score > startekScale) : qScore
  if (scores.length === 0) return { kind: 'unknown' }
  const score = Math.min(...scores)
  return { kind: score < refuse ? 'poor' : score < advise ? 'fair' : 'good', score }
}

/** The top score of some Startek (ACPL) drivers, which score 1 to 3 instead of 0 to 100 and do not report the scale. */
const startekScale = 3
