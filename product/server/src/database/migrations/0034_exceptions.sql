-- Cases of customers whose finger cannot be read. A person of the bank decides each case; software alone never does.
create table if not exists exceptions (
  agent_id uuid not null,
  order_id uuid not null,
  reference text not null,
  reason text not null,
  -- The customer's needs because of a disability, encrypted with OUTBOX_KEY. The decision erases them.
  needs bytea,
  tries integer not null,
  opened_on timestamptz not null,
  due_by timestamptz not null,
  decision text,
  decided_on timestamptz,
  decided_by text,
  primary key (agent_id, order_id)
);
create index if not exists exceptions_open on exceptions (due_by) where decided_on is null;
create index if not exists exceptions_by_time on exceptions (opened_on);
