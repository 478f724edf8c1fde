-- What the bank knows of each operator: the last KYC and its evidence, when the next KYC and the next review are due, and
-- the class of risk. Days are YYYY-MM-DD; '' where nothing is known.
alter table agents
  add column if not exists kyc_on text not null default '',
  add column if not exists kyc_evidence text not null default '',
  add column if not exists kyc_due text not null default '',
  add column if not exists review_on text not null default '',
  add column if not exists risk text not null default '';

-- An agent without an order for some months is dormant. The months count from this day at the earliest: agents from before
-- this migration begin with it. A rule against fraud may stop an agent, until the bank closes the alert.
alter table agent_standing
  add column if not exists counted_from date not null default (now() at time zone 'Asia/Kolkata')::date,
  add column if not exists is_stopped boolean not null default false;

-- Orders as the rules against fraud see them, for a day. Servers add from memory every few seconds, and no call reads or
-- writes these tables. Scanner and customer are keyed hashes.
create table if not exists watched_orders (
  order_id uuid primary key,
  at timestamptz not null,
  agent_id uuid not null,
  customer bytea not null,
  unit bytea,
  outcome text not null
);
create index concurrently watched_orders_of_agent on watched_orders (agent_id, at);
create index concurrently watched_orders_of_customer on watched_orders (customer, at);
create index concurrently watched_orders_by_time on watched_orders (at);

-- Who used which scanner, for a week.
create table if not exists watched_units (
  unit bytea not null,
  agent_id uuid not null,
  last_on timestamptz not null,
  primary key (unit, agent_id)
);
create index concurrently watched_units_by_time on watched_units (last_on);

-- What a rule has found, in numbers alone.
create table if not exists fraud_alerts (
  number bigint generated always as identity primary key,
  rule text not null,
  agent_id uuid not null,
  began_on timestamptz not null,
  last_on timestamptz not null,
  facts jsonb not null,
  stops boolean not null,
  opened_on timestamptz not null,
  closed_on timestamptz,
  closed_by text not null default '',
  why text not null default ''
);
create unique index concurrently fraud_alerts_open on fraud_alerts (agent_id, rule) where closed_on is null;
create index concurrently fraud_alerts_of_agent on fraud_alerts (agent_id, number);
create index concurrently fraud_alerts_closed on fraud_alerts (closed_on) where closed_on is not null;
