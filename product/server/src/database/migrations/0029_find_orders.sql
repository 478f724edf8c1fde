-- People of the bank find an order by its reference, its id or its transaction, whoever the agent is, and see its steps.

-- The orders of a reference. A claim writes its row, since it holds this shard of the reference's record already.
create table if not exists reference_orders (
  reference text not null,
  order_id uuid not null,
  agent_id uuid not null,
  created_on timestamptz not null,
  primary key (reference, order_id)
);
create index concurrently reference_orders_by_time on reference_orders (created_on);

-- How far `database index-orders` has come with the orders from before: orders opened since that moment are all in
-- reference_orders. A database without orders has nothing to do.
create table if not exists order_indexing (
  id boolean primary key default true check (id),
  complete_since timestamptz not null
);
-- Servers of the version before may claim for a day beside those of this one.
insert into order_indexing (complete_since)
  select case when exists (select 1 from orders) then now() + interval '1 day' else timestamptz '1970-01-01 00:00Z' end
  on conflict do nothing;

-- The moments between claim and verdict, in milliseconds since 1970, the server that claimed, and the event of the result.
alter table orders add column if not exists steps jsonb;

-- Each month has these indexes; the default partition comes first, so that a month that is added meanwhile has them.
create index concurrently by_id on each month of orders (id);
create index concurrently by_transaction on each month of orders (transaction_id);

-- Devices as captures have shown them. Servers add from memory once a minute, and no call reads or writes these tables.
-- The unit is a keyed hash of the maker and the device's own number.
create table if not exists device_units (
  unit bytea primary key,
  model text not null,
  maker text not null,
  service text not null,
  driver text not null,
  agent_id uuid not null,
  first_seen_on timestamptz not null,
  last_seen_on timestamptz not null,
  certificate_ends_on timestamptz not null
);
create index concurrently device_units_by_model on device_units (model, last_seen_on desc, unit desc);
create index concurrently device_units_by_end on device_units (certificate_ends_on, unit);
create index concurrently device_units_by_use on device_units (last_seen_on);

-- Verdicts of each driver's version, by the India day of the verdict.
create table if not exists device_models (
  day date not null,
  model text not null,
  maker text not null,
  service text not null,
  driver text not null,
  verified integer not null,
  failed integer not null,
  last_seen_on timestamptz not null,
  primary key (day, model, maker, service, driver)
);
