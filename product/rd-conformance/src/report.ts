import type { DemandId } from './demand-texts.ts'
import { demands, type Demand } from './demands.ts'
import { untested, type Judgement, type Verdict } from './judgement.ts'
import type { Observation } from './observation.ts'
import { deviceIn } from './reading.ts'

/** The report on an examination. It contains no capture, serial number, device code or certificate of the device. */
export type Report = {
  format: 'rd-conformance/1'
  at: string
  service: { scheme: string; host: string; port: number; pageOrigin: string } & Partial<
    Record<'dpId' | 'rdsId' | 'rdsVer' | 'mi', string>
  >
  counts: Record<Verdict, number>
  results: (Omit<Demand, 'judge'> & Judgement)[]
}

/** Makes the report. `unseen` says why some demands cannot be judged; a page, for example, sees no preflight. */
export function reportOn(seen: Observation, unseen: Partial<Record<DemandId, string>> = {}): Report {
  const device = deviceIn(seen)
  const hide = hiding([
    device?.serialNumber,
    device?.dc,
    device?.mc,
    ...(device?.params ?? []).map(({ value }) => value),
  ])
  const results = demands.map(({ judge, ...demand }) => {
    const why = unseen[demand.id]
    const { verdict, found, remedy = demand.remedy } = why === undefined ? judge(seen) : untested(why)
    return { ...demand, verdict, found: hide(found), remedy }
  })
  const counts = { met: 0, differs: 0, missed: 0, untested: 0 }
  for (const { verdict } of results) counts[verdict] += 1
  const { scheme, host, port } = seen.target
  return {
    format: 'rd-conformance/1',
    at: seen.now.toISOString(),
    service: {
      scheme,
      host,
      port,
      pageOrigin: seen.pageOrigin,
      ...(device && { dpId: device.dpId, rdsId: device.rdsId, rdsVer: device.rdsVer, mi: hide(device.mi) }),
    },
    counts,
    results,
  }
}

/** Returns a function that hides secrets of 4 characters or more in a vendor's text, such as a serial number. */
function hiding(secrets: readonly (string | undefined)[]): (text: string) => string {
  const long = secrets.filter(secret => secret !== undefined && secret.length >= 4)
  return text => long.reduce((shown: string, secret = '') => shown.replaceAll(secret, '…'), text)
}
