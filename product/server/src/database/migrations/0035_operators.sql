-- The bank's data about each operator: the day and the evidence of the last KYC, the days on which the next KYC and the
-- next review are due, and the class of risk. Days have the form YYYY-MM-DD. An unknown value is ''.
alter table agents
  add column if not exists kyc_on text not null default '',
  add column if not exists kyc_evidence text not null default '',
  add column if not exists kyc_due text not null default '',
  add column if not exists review_on text not null default '',
  add column if not exists risk text not null default '';

-- An agent without an order for some months is dormant. No month before counted_from counts. Agents that exist already
-- get the day of this migration as counted_from. A fraud alert may set is_stopped until the bank closes the alert.
alter table agent_standing
  add column if not exists counted_from date not null default (now() at time zone 'Asia/Kolkata')::date,
  add column if not exists is_stopped boolean not null default false;

-- The orders of the last day, for the fraud rules. Servers add orders from memory every few seconds. No call reads or
-- writes these tables. unit (the scanner) and customer are keyed hashes.
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

-- The agents who used each scanner (unit) in the last week.
create table if not exists watched_units (
  unit bytea not null,
  agent_id uuid not null,
  last_on timestamptz not null,
  primary key (unit, agent_id)
);
create index concurrently watched_units_by_time on watched_units (last_on);

-- The alerts of the fraud rules. `facts` has only counts, without personal data.
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
