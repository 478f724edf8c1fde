import { certificateWarningMs } from '@ekyc/contract/limits'

import { dayMs } from '../../domain/clocks.ts'
import type { DeviceUse } from '../../domain/kyc/device-use.ts'
import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export const createDeviceStore = (db: SqlRunner) => ({
  async add(uses: DeviceUse[]): Promise<void> {
    const added = { uses: JSON.stringify(uses) }
    await addUnits(db, added)
    await addVerdicts(db, added)
  },
})

const uses = sql`
  jsonb_to_recordset(${t.json('uses')}) as use (unit text, mi text, "dpId" text, "rdsId" text, "rdsVer" text,
    "agentId" uuid, "certificateEnds" timestamptz, day date, verdict text, "seenOn" timestamptz)`

/** Writes the rows in the order of the primary key, so that two servers cannot deadlock. */
const addUnits = statement('devices.addUnits')`
  insert into device_units
    (unit, model, maker, service, driver, agent_id, first_seen_on, last_seen_on, certificate_ends_on)
  select distinct on (unit) decode(unit, 'hex'), mi, "dpId", "rdsId", "rdsVer", "agentId", "seenOn", "seenOn", "certificateEnds"
  from ${uses} where unit is not null and "certificateEnds" is not null
  order by unit, "seenOn" desc
  on conflict (unit) do update set model = excluded.model, service = excluded.service, driver = excluded.driver,
    agent_id = excluded.agent_id, last_seen_on = greatest(device_units.last_seen_on, excluded.last_seen_on),
    certificate_ends_on = excluded.certificate_ends_on`

/** Only a verdict of the authority tells whether the device works. */
const addVerdicts = statement('devices.addVerdicts')`
  insert into device_models (day, model, maker, service, driver, verified, failed, last_seen_on)
  select day, mi, "dpId", "rdsId", "rdsVer", count(*) filter (where verdict = 'verified'),
    count(*) filter (where verdict = 'refused'), max("seenOn")
  from ${uses} where verdict in ('verified', 'refused')
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (day, model, maker, service, driver) do update set
    verified = device_models.verified + excluded.verified, failed = device_models.failed + excluded.failed,
    last_seen_on = greatest(device_models.last_seen_on, excluded.last_seen_on)`

const driver = {
  model: t.text,
  maker: t.text,
  service: t.text,
  driver: t.text,
  verified: t.neverNull(t.integer),
  failed: t.neverNull(t.integer),
  lastSeenOn: t.neverNull(t.moment),
}

export const listDrivers = statement('devices.listDrivers', driver)`
  select model, maker, service, driver, sum(verified)::integer as verified, sum(failed)::integer as failed,
    max(last_seen_on) as last_seen_on
  from device_models
  where day >= ${t.day('since')} and (${t.nullable(t.text)('model')}::text is null
    or model = ${t.nullable(t.text)('model')})
  group by model, maker, service, driver
  order by max(last_seen_on) desc limit ${t.bigint('limit')}`

export type DriverUse = t.RowOf<typeof driver>

const driverDay = { ...driver, day: t.day, verified: t.integer, failed: t.integer, lastSeenOn: t.moment }

export const listDriverDays = statement('devices.listDriverDays', driverDay)`
  select ${columns(driverDay)} from device_models
  where day >= ${t.day('since')} order by day desc, model, maker, service, driver limit ${t.bigint('limit')}`

const seen = {
  model: t.text,
  maker: t.text,
  service: t.text,
  driver: t.text,
  agentId: t.uuid,
  firstSeenOn: t.moment,
  lastSeenOn: t.moment,
  certificateEndsOn: t.moment,
}

/** `unit` is in hex. The name of an erased agent is null. */
const unit = { unit: t.neverNull(t.text), ...seen, agentName: t.nullable(t.text) }

export type DeviceUnit = t.RowOf<typeof unit>

const units = sql`
  select encode(unit, 'hex') as unit, ${columns(seen)}, nullif(agents.name, '') as agent_name
  from device_units left join agents on agents.id = agent_id`

const unitInHex = sql`decode(${t.text('unit')}, 'hex')`

export const listDeviceUnitsOfModel = statement('devices.listUnitsOfModel', unit)`${units}
  where model = ${t.text('model')} and (last_seen_on, unit) < (${t.moment('before')}, ${unitInHex})
  order by last_seen_on desc, device_units.unit desc limit ${t.bigint('limit')}`

export const listUnitsByCertificateExpiry = statement('devices.listUnitsByEnd', unit)`${units}
  where (certificate_ends_on, unit) > (${t.moment('after')}, ${unitInHex})
    and (${t.nullable(t.moment)('before')}::timestamptz is null
      or certificate_ends_on < ${t.nullable(t.moment)('before')})
  order by certificate_ends_on, device_units.unit limit ${t.bigint('limit')}`

export function countUnitsByCertificateState(db: SqlRunner, at: Date) {
  return countUnitsByEnd.one(db, {
    at,
    soon: new Date(at.getTime() + certificateWarningMs),
    since: new Date(at.getTime() - 30 * dayMs),
  })
}

const countUnitsByEnd = statement('devices.countUnitsByEnd', {
  ended: t.neverNull(t.bigint),
  ending: t.neverNull(t.bigint),
  valid: t.neverNull(t.bigint),
})`
  select count(*) filter (where certificate_ends_on < ${t.moment('at')}) as ended,
    count(*) filter (where certificate_ends_on >= ${t.moment('at')}
      and certificate_ends_on < ${t.moment('soon')}) as ending,
    count(*) filter (where certificate_ends_on >= ${t.moment('soon')}) as valid
  from device_units where last_seen_on >= ${t.moment('since')}`

export const findDeviceUnit = statement('devices.findUnit', unit)`${units} where unit = ${unitInHex}`

export const findDeviceModels = statement('devices.findModels', { model: t.text })`
  select distinct model from device_models
  where day >= ${t.day('since')} and starts_with(lower(model), lower(${t.text('beginning')}))
  order by model limit ${t.bigint('limit')}`
