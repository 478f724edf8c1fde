import { bigint, moment, text, uuid } from '../link/kinds.ts'
import { statement } from '../link/sql.ts'

export const listViews = statement('savedViews.list', { id: uuid, name: text, address: text })`
  select id, name, address from saved_views where staff_id = ${uuid('staffId')} order by lower(name), id`

/** Saves a view, or replaces the person's view of this name. Returns no row if the person has `most` other views. */
export const saveView = statement('savedViews.save', { id: uuid })`
  insert into saved_views (id, staff_id, name, address, saved_on)
  select ${uuid('id')}, ${uuid('staffId')}, ${text('name')}, ${text('address')}, ${moment('at')}
  where (select count(*) from saved_views where staff_id = ${uuid('staffId')} and name <> ${text('name')}) < ${bigint('most')}
  on conflict (staff_id, name) do update set address = excluded.address, saved_on = excluded.saved_on
  returning id`

export const removeView = statement('savedViews.remove', { id: uuid })`
  delete from saved_views where id = ${uuid('id')} and staff_id = ${uuid('staffId')} returning id`
