import { captureQuality } from '@ekyc/contract/limits'
import type { Capture } from '@ekyc/rd-client'

export type Quality =
  | { kind: 'unknown' }
  /** 'fair': a re-scan is advised; 'poor': the scan is refused. */
  | { kind: 'good' | 'fair' | 'poor'; score: number }

export type QualityBounds = { advise: number; refuse: number }

/** How well a finger was read, by the lowest of the device's scores: the authority needs each finger. */
export function qualityOf(
  { quality, deviceInfo }: Pick<Capture, 'quality'> & { deviceInfo: { dpId: string } },
  { advise, refuse }: QualityBounds = captureQuality,
): Quality {
  const scores = isStartek(deviceInfo.dpId) ? quality.filter(score => score > startekScale) : quality
  if (scores.length === 0) return { kind: 'unknown' }
  const score = Math.min(...scores)
  return { kind: score < refuse ? 'poor' : score < advise ? 'fair' : 'good', score }
}

/** Some of Startek's (ACPL's) drivers score from 1 to 3 instead of to 100, and do not say which scale is meant. */
const startekScale = 3

function isStartek(dpId: string): boolean {
  return /startek|acpl/i.test(dpId)
}
