import { boolean, neverNull } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { statement } from '../link/sql.ts'

/**
 * Tells whether four eyes are on. The database decides; the setting FOUR_EYES of the asking process counts only as long
 * as no process has ever switched four eyes on.
 */
const areOn = statement('fourEyes.areOn', { isOn: neverNull(boolean) })`
  select coalesce((select bool_or(off_on is null) from four_eyes), ${boolean('told')}) as is_on`

export async function fourEyesAreOn(db: Runner, told: boolean): Promise<boolean> {
  return (await areOn.one(db, { told })).isOn
}

const insertSince = statement('fourEyes.insert')`
  insert into four_eyes (since) select now() where not exists (select from four_eyes where off_on is null)
  on conflict do nothing`

/** Switches four eyes on. Only reads if they are on, because some roles have no right to write. */
export async function switchFourEyesOn(db: Runner): Promise<void> {
  if (!(await fourEyesAreOn(db, false))) await insertSince(db)
}

export const switchFourEyesOff = statement('fourEyes.switchOff', { isOff: neverNull(boolean) })`
  update four_eyes set off_on = now() where off_on is null returning true as is_off`
