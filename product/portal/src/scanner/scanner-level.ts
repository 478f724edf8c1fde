import type { DeviceInfo } from '@ekyc/rd-client'

/**
 * Returns a scanner's level from its driver's report, otherwise from its model. Drivers of L0 scanners report no level,
 * and the authority's approval of level L0 ended on 30 June 2025.
 */
export function levelOf({ level, mi }: Pick<DeviceInfo, 'level' | 'mi'>): DeviceInfo['level'] {
  const model = mi.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return level ?? levels.find(one => model.includes(one)) ?? (l0Models.has(model) ? 'L0' : undefined)
}

const levels = ['L0', 'L1'] as const
/** The L0 models of Mantra, Morpho, Startek and SecuGen. Their L1 successors have other names. */
const l0Models = new Set(['MFS100', 'MSO1300E', 'MSO1300E2', 'MSO1300E3', 'FM220', 'FM220U', 'HU20'])
