-- The bank's staff find agents by name, branch, last digits or words, and change them. The version grows with each
-- change by staff or operators, so that a change is refused if another person has changed the agent meanwhile.
alter table agents
  add column if not exists version integer not null default 1,
  add column if not exists outlet text not null default '';

-- The collation "C" orders letters by their code points, which is the same order on every machine.
create index concurrently agents_by_name on agents ((lower(name) collate "C"), id) where erased_on is null;
create index concurrently agents_by_branch on agents ((lower(branch) collate "C"), (lower(name) collate "C"), id)
  where erased_on is null;
create index concurrently agents_by_last_digits on agents ("right"(mobile, 4));
create index concurrently agents_by_supervisor on agents (supervisor) where supervisor <> '';
create index concurrently agents_by_outlet on agents (outlet) where outlet <> '';
create index concurrently agents_by_staff_number on agents (staff_number) where staff_number <> '';
-- By this index, the staff find the few agents who cannot work.
create index concurrently agents_out_of_order on agents ((lower(name) collate "C"), id)
  where erased_on is null and (disabled_on is not null or reset_demanded or password_hash is null);
create index concurrently agent_roles_by_role on agent_roles (role_id, agent_id);

-- The words of each agent's name in lower case, so that a search finds an agent by the beginning of any word.
create table if not exists agent_words (
  word text collate "C" not null,
  agent_id uuid not null,
  primary key (word, agent_id)
);
create index concurrently agent_words_of_agent on agent_words (agent_id);

-- The figures of each agent, updated each night from the daily counts: the last India day with a finished order
-- (-infinity if no order is finished), and the finished and verified orders of the last 30 days. For agents that are
-- older than this migration, the housekeeping adds the rows and the words in pieces.
create table if not exists agent_standing (
  agent_id uuid primary key,
  last_order_on date not null default '-infinity',
  orders_30 integer not null default 0,
  verified_30 integer not null default 0,
  is_counted boolean not null default false
);
create index concurrently agent_standing_by_last_order on agent_standing (last_order_on, agent_id);
create index concurrently agent_standing_uncounted on agent_standing (agent_id) where not is_counted;

-- The addresses of console pages that a person of the staff has saved, each under a name.
create table if not exists saved_views (
  id uuid primary key,
  staff_id uuid not null,
  name text not null,
  address text not null,
  saved_on timestamptz not null,
  unique (staff_id, name)
);
