-- People of the bank find agents by name, branch, last digits or words, page through them, and change what they have seen.
-- The version grows with each change by staff or operators, so that a change of what somebody saw finds out that it has moved.
alter table agents
  add column if not exists version integer not null default 1,
  add column if not exists outlet text not null default '';

-- Letters are ordered by their code points, on every machine alike.
create index concurrently agents_by_name on agents ((lower(name) collate "C"), id) where erased_on is null;
create index concurrently agents_by_branch on agents ((lower(branch) collate "C"), (lower(name) collate "C"), id)
  where erased_on is null;
create index concurrently agents_by_last_digits on agents ("right"(mobile, 4));
create index concurrently agents_by_supervisor on agents (supervisor) where supervisor <> '';
create index concurrently agents_by_outlet on agents (outlet) where outlet <> '';
create index concurrently agents_by_staff_number on agents (staff_number) where staff_number <> '';
-- The few who cannot work as they are.
create index concurrently agents_out_of_order on agents ((lower(name) collate "C"), id)
  where erased_on is null and (disabled_on is not null or reset_demanded or password_hash is null);
create index concurrently agent_roles_by_role on agent_roles (role_id, agent_id);

-- The words of each agent's name in lower case, to find it by the beginning of any.
create table if not exists agent_words (
  word text collate "C" not null,
  agent_id uuid not null,
  primary key (word, agent_id)
);
create index concurrently agent_words_of_agent on agent_words (agent_id);

-- How each agent stands by the daily counts, brought up to date each night: the last India day with an order that ended
-- (-infinity without one), and the orders of the 30 days before. The housekeeping adds the rows, and the words, of agents
-- from before this migration in pieces.
create table if not exists agent_standing (
  agent_id uuid primary key,
  last_order_on date not null default '-infinity',
  orders_30 integer not null default 0,
  verified_30 integer not null default 0,
  is_counted boolean not null default false
);
create index concurrently agent_standing_by_last_order on agent_standing (last_order_on, agent_id);
create index concurrently agent_standing_uncounted on agent_standing (agent_id) where not is_counted;

-- Addresses in the console that a person keeps under a name.
create table if not exists saved_views (
  id uuid primary key,
  staff_id uuid not null,
  name text not null,
  address text not null,
  saved_on timestamptz not null,
  unique (staff_id, name)
);
