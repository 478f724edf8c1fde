-- Digests of a head's rows, which anybody can compare with rows in an evidence pack; the head's signature covers them.
alter table audit_heads add column row_digests bytea;
alter table audit_checkpoints add column row_digests bytea;

-- What the law demands to be kept beyond its time. The trail tells who put and lifted a hold; a lifted one has no row.
create table holds (
  kind text not null check (kind in ('reference', 'agent', 'order')),
  value text not null,
  reason text not null check (reason <> ''),
  held_on timestamptz not null,
  primary key (kind, value)
);

-- Held orders of a month that is dropped wait here until the default partition has them.
create table held_orders (id uuid primary key, row jsonb not null);
