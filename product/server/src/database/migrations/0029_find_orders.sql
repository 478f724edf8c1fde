-- The bank's staff find an order of any agent by its reference, id or transaction id, and see its steps.

-- The orders of each reference. A claim adds the row, since the claim also writes reference_records on this shard.
create table if not exists reference_orders (
  reference text not null,
  order_id uuid not null,
  agent_id uuid not null,
  created_on timestamptz not null,
  primary key (reference, order_id)
);
create index concurrently reference_orders_by_time on reference_orders (created_on);

-- The progress of `database index-orders`, which adds older orders to reference_orders. The table reference_orders has
-- all orders that were opened since complete_since. A database without orders is complete at once.
create table if not exists order_indexing (
  id boolean primary key default true check (id),
  complete_since timestamptz not null
);
-- For up to a day, servers of the previous version may claim orders that they do not add to reference_orders.
insert into order_indexing (complete_since)
  select case when exists (select 1 from orders) then now() + interval '1 day' else timestamptz '1970-01-01 00:00Z' end
  on conflict do nothing;

-- The times of the steps from claim to verdict, in ms since 1970, the claiming server, and the result's outbox id.
alter table orders add column if not exists steps jsonb;

-- Every monthly partition gets these indexes. The default partition is first, because new months copy its indexes.
create index concurrently by_id on each month of orders (id);
create index concurrently by_transaction on each month of orders (transaction_id);

-- The devices that captures have named. Servers add devices from memory once a minute, and no call reads or writes
-- these tables. The column unit is a keyed hash of the maker, the model and the device's own number.
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

-- The numbers of verdicts with each version of a driver, by the India day of the verdict.
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
