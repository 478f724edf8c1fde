import type { agentSorts, agentStatuses } from '@ekyc/contract/console/shapes/agents'

import { Sql, columns, raw, sql, statement, t, type SqlRunner } from '../link/sql.ts'
import { lastActiveDay, wordsInColumn } from './agent-index.ts'
import { isAgentLocked, agentColumnsWithoutPassword } from './agents.ts'

export type AgentSort = (typeof agentSorts)[number] | 'mobile'
type AgentDirection = 'up' | 'down'

const foundAgent = {
  ...agentColumnsWithoutPassword,
  hasPassword: t.neverNull(t.boolean),
  isDemo: t.boolean,
  createdOn: t.moment,
  version: t.integer,
  roles: t.neverNull(t.textsOf<string>()),
  lastOrderOn: t.nullable(t.day),
  activeOn: t.nullable(t.day),
  isStopped: t.neverNull(t.boolean),
}

const standing = sql`
  nullif(s.last_order_on, '-infinity') as last_order_on, ${lastActiveDay} as active_on,
  coalesce(s.is_stopped, false) as is_stopped`

const foundColumns = sql`
  ${columns(agentColumnsWithoutPassword)}, password_hash is not null as has_password, is_demo, created_on, version,
  array(select r.role_id from agent_roles r where r.agent_id = agents.id order by 1) as roles, ${standing}`

/** The largest character. It ends a range of texts with the same beginning: an index finds ranges, but no patterns. */
const largest = sql`chr(1114111)`

function begins<Values>(column: Sql<unknown>, beginning: Sql<Values>): Sql<Values> {
  return sql`(${column}) >= lower(${beginning}) and (${column}) < lower(${beginning}) || ${largest}`
}

const lowerName = sql`lower(agents.name) collate "C"`
const lowerBranch = sql`lower(agents.branch) collate "C"`

/** An absent condition selects all agents, as does the role ''. `search` is a pattern without wildcards. */
const isChosen = sql`
  agents.erased_on is null
  and (${t.nullable(t.uuids)('ids')}::uuid[] is null or agents.id = any(${t.nullable(t.uuids)('ids')}))
  and (${t.nullable(t.textsOf<string>())('branches')}::text[] is null
    or (${lowerBranch}) = any(${t.nullable(t.textsOf<string>())('branches')}))
  and (${t.nullable(t.text)('supervisor')}::text is null or agents.supervisor = ${t.nullable(t.text)('supervisor')})
  and (${t.nullable(t.text)('outlet')}::text is null or agents.outlet = ${t.nullable(t.text)('outlet')})
  and (${t.nullable(t.text)('name')}::text is null or ${begins(lowerName, sql`${t.nullable(t.text)('name')}`)})
  and (${t.nullable(t.text)('search')}::text is null or agents.name ilike '%' || ${t.nullable(t.text)('search')} || '%'
    or agents.mobile like ${t.nullable(t.text)('search')} || '%'
      or agents.email ilike ${t.nullable(t.text)('search')} || '%'
    or agents.staff_number ilike ${t.nullable(t.text)('search')} || '%')
  and case ${t.nullable(t.textOf<(typeof agentStatuses)[number]>())('status')}::text
    when 'enabled' then agents.disabled_on is null
    when 'disabled' then agents.disabled_on is not null
    when 'locked' then ${isAgentLocked}
    when 'no-password' then agents.password_hash is null
    when 'reset-demanded' then agents.reset_demanded
    when 'kyc-due' then agents.kyc_due <> '' and agents.kyc_due <= ${t.text('today')}
    when 'stopped' then agents.id in (select agent_id from agent_standing where is_stopped)
    when 'dormant' then agents.id in (select s.agent_id from agent_standing s
        where ${lastActiveDay} < ${t.nullable(t.day)('dormantBefore')}::date)
      and not (agents.kyc_on >= ${t.nullable(t.day)('dormantBefore')}::text and agents.kyc_on <= ${t.text('today')})
    else true end`

type JoinOfRole = Sql<{ role: string }>

const ofRole = sql`
  join (select agent_id from agent_roles where role_id = ${t.text('role')}) as having_role
    on having_role.agent_id = agents.id`

const everyRole: JoinOfRole = new Sql([])

/** The keys of each sort. Each sort has an index, whose columns are these keys and the id. */
const sorts: Record<AgentSort, [key: Sql<unknown>, second?: Sql<unknown>]> = {
  mobile: [sql`agents.mobile`],
  name: [lowerName],
  branch: [lowerBranch, lowerName],
  'last-order': [sql`s.last_order_on`],
}

export type AgentPlace = { key: string; second: string; id: string }

function pageOf(sort: AgentSort, direction: AgentDirection, joined: JoinOfRole) {
  const [key, second] = sorts[sort]
  const [sign, order] = direction === 'up' ? ['>', ''] : ['<', ' desc']
  const isByStanding = sort === 'last-order'
  const given = t.nullable(t.text)('key')
  const keys = [key, second ?? [], isByStanding ? sql`s.agent_id` : sql`agents.id`].flat()
  const listOf = (parts: Sql<unknown>[]) => parts.reduce((all, part) => sql`${all}, ${part}`)
  return sql`
    select ${foundColumns}, (${key})::text as key, (${second ?? sql`''`})::text as second
    from agents ${raw(isByStanding ? '' : 'left')} join agent_standing s on s.agent_id = agents.id ${joined}
    where ${isChosen} and (${given}::text is null or (${listOf(keys)}) ${raw(sign)} (
      ${given}::${raw(isByStanding ? 'date' : 'text')},
      ${second ? sql`${t.nullable(t.text)('second')}::text,` : sql``} ${t.nullable(t.uuid)('id')}::uuid))
    order by ${listOf(keys.map(one => sql`${one}${raw(order)}`))} limit ${t.bigint('limit')}`
}

const pageRow = { ...foundAgent, key: t.neverNull(t.text), second: t.neverNull(t.text) }

function pagesOf(joined: JoinOfRole, end: string) {
  const both = (sort: AgentSort, name: string) => ({
    up: statement(`agents.by${name}Up${end}`, pageRow)`${pageOf(sort, 'up', joined)}`,
    down: statement(`agents.by${name}Down${end}`, pageRow)`${pageOf(sort, 'down', joined)}`,
  })
  return {
    mobile: both('mobile', 'Mobile'),
    name: both('name', 'Name'),
    branch: both('branch', 'Branch'),
    'last-order': both('last-order', 'LastOrder'),
  }
}

/** A filter by role has its own statements, since with an `or` PostgreSQL cannot begin with the agents of the role. */
const pages = { any: pagesOf(everyRole, ''), ofRole: pagesOf(ofRole, 'OfRole') }

export type AgentInList = t.RowOf<typeof foundAgent>
type AgentFilter = Omit<Parameters<typeof countOfRole>[1], 'limit'>

export async function listAgentPage(
  db: SqlRunner,
  filter: AgentFilter,
  page: { sort: AgentSort; direction: AgentDirection; after: AgentPlace | undefined; limit: number },
): Promise<{ agents: AgentInList[]; next: AgentPlace | undefined }> {
  const { sort, direction, after = { key: null, second: null, id: null }, limit } = page
  const list = pages[filter.role === '' ? 'any' : 'ofRole'][sort][direction]
  const rows = await list(db, { ...filter, ...after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    agents: rows.slice(0, limit).map(({ key: _key, second: _second, ...agent }) => agent),
    next: last && { key: last.key, second: last.second, id: last.id },
  }
}

function countOf(joined: JoinOfRole) {
  return sql`
    select count(*) as n from (select agents.id from agents ${joined} where ${isChosen} limit ${t.bigint('limit')}) as chosen`
}

const countAll = statement('agents.countFound', { n: t.neverNull(t.bigint) })`${countOf(everyRole)}`
const countOfRole = statement('agents.countFoundOfRole', { n: t.neverNull(t.bigint) })`
  ${countOf(ofRole)}`

export async function countAgentsOfFilter(db: SqlRunner, filter: AgentFilter, limit: number) {
  return (await (filter.role === '' ? countAll : countOfRole).one(db, { ...filter, limit })).n
}

function markedOf(joined: JoinOfRole) {
  return sql`
    select agents.id from agents ${joined}
    where ${isChosen} and agents.created_on <= ${t.moment('before')}
    order by agents.id limit ${t.bigint('limit')}`
}

const listMarked = statement('agents.listMarked', { id: t.uuid })`${markedOf(everyRole)}`
const listMarkedOfRole = statement('agents.listMarkedOfRole', { id: t.uuid })`${markedOf(ofRole)}`

export function listMarkedAgents(db: SqlRunner, filter: AgentFilter, page: { before: Date; limit: number }) {
  return (filter.role === '' ? listMarked : listMarkedOfRole)(db, { ...filter, ...page })
}

export const countRecentOrders = statement('agents.countLately', {
  agentId: t.uuid,
  orders30: t.neverNull(t.integer),
  verified30: t.neverNull(t.integer),
  lastOrderOn: t.nullable(t.day),
  lastLogInOn: t.nullable(t.day),
})`
  select agent_id,
    coalesce(sum(kyc_success + kyc_failure) filter (where day >= ${t.day('monthFrom')}), 0)::integer as orders30,
    coalesce(sum(kyc_success) filter (where day >= ${t.day('monthFrom')}), 0)::integer as verified30,
    max(day) filter (where kyc_success + kyc_failure > 0) as last_order_on,
    max(day) filter (where login > 0) as last_log_in_on
  from daily_counts where agent_id = any(${t.uuids('ids')}) and day >= ${t.day('from')}
  group by agent_id`

export const findAgentInList = statement('agents.findFound', {
  ...foundAgent,
  erasedOn: t.nullable(t.moment),
})`
  select ${foundColumns}, erased_on
  from agents left join agent_standing s on s.agent_id = agents.id where agents.id = ${t.uuid('id')}`

const summary = { id: t.uuid, name: t.text, mobile: t.text, branch: t.text }

const isDescribed = sql`erased_on is null order by ${lowerName}, id limit ${t.bigint('limit')}`

export const findAgentByMobile = statement('agents.findByWholeMobile', summary)`
  select ${columns(summary)} from agents where mobile = ${t.text('text')} and ${isDescribed}`

/** Takes three to nine digits. */
export function findAgentsByLastDigits(
  db: SqlRunner,
  { text: digits, limit }: { text: string; limit: number },
) {
  // The index has the last four digits of each mobile number.
  const lastFour =
    digits.length === 3
      ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(first => `${first}${digits}`)
      : [digits.slice(-4)]
  return findAgentsByEnding(db, { lastFour, digits, limit })
}

const findAgentsByEnding = statement('agents.findByEnding', summary)`
  select ${columns(summary)} from agents
  where "right"(mobile, 4) = any(${t.textsOf<string>()('lastFour')}) and mobile like '%' || ${t.text('digits')}
    and ${isDescribed}`

export const findAgentsByStaffNumber = statement('agents.findByStaffNumber', summary)`
  select ${columns(summary)} from agents
  where staff_number = ${t.text('text')} and staff_number <> '' and ${isDescribed}`

export const findAgentsByName = statement('agents.findByName', summary)`
  select ${columns(summary)} from agents where ${begins(lowerName, sql`${t.text('text')}`)} and ${isDescribed}`

/** The longest word selects candidates, since a join of two common words would be too large. */
export const findAgentsByWords = statement('agents.findByWords', summary)`
  select ${columns(summary)} from agents
  where id in (select agent_id from agent_words where ${begins(sql`word`, sql`${t.text('longest')}`)} limit 2000)
    and not exists (select from unnest(${t.textsOf<string>()('others')}) as other(word) where not exists (
      select from ${wordsInColumn('agents.name')} as own(word) where starts_with(own.word, lower(other.word))))
    and ${isDescribed}`

/** More agents have the word than `findAgentsByWords` reads. */
export const isWordCommon = statement('agents.isWordCommon', {
  isCommon: t.neverNull(t.boolean),
})`
  select count(*) > 2000 as is_common from (
    select word from agent_words where ${begins(sql`word`, sql`${t.text('longest')}`)} limit 2001) as found`

/** Skips from branch to branch, and does not read all agents. */
export const findBranches = statement('agents.findBranches', {
  branch: t.neverNull(t.text),
})`
  with recursive found as (
    (select branch, ${lowerBranch} as key from agents
     where erased_on is null and ${begins(lowerBranch, sql`${t.text('text')}`)} order by 2 limit 1)
    union all
    select next.* from found, lateral (
      select branch, ${lowerBranch} as key from agents
      where erased_on is null and (${lowerBranch}) > found.key
        and (${lowerBranch}) < lower(${t.text('text')}) || ${largest}
      order by 2 limit 1) as next)
  select branch from found limit ${t.bigint('limit')}`

/**
 * Makes PostgreSQL plan each statement of the transaction for its actual parameters. A generic plan, which must fit
 * every filter, would use no index.
 * @param limit of each following statement, as PostgreSQL writes it: '300ms'
 */
export async function useCustomPlans(transaction: SqlRunner, limit: string | null = null): Promise<void> {
  await planAnew.one(transaction, { limit })
}

const planAnew = statement('planning.anew', { mode: t.neverNull(t.text), limit: t.neverNull(t.text) })`
  select set_config('plan_cache_mode', 'force_custom_plan', true) as mode,
    set_config('statement_timeout',
      coalesce(${t.nullable(t.text)('limit')}::text, current_setting('statement_timeout')), true) as limit`
