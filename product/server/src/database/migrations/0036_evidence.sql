-- Digests of an audit head's rows, to be compared with an evidence pack. The head's signature covers the digests.
alter table audit_heads add column row_digests bytea;
alter table audit_checkpoints add column row_digests bytea;

-- Legal holds, which keep data beyond its retention. A lifted hold has no row; the audit trail says who lifted it.
create table holds (
  kind text not null check (kind in ('reference', 'agent', 'order')),
  value text not null,
  reason text not null check (reason <> ''),
  held_on timestamptz not null,
  primary key (kind, value)
);

-- Held orders from a month whose partition is dropped. They wait here until they are in the default partition.
create table held_orders (id uuid primary key, row jsonb not null);
